// Calls to the judge, one at a time and in order: to a service, or to the judge in a worker beside the page.
import { scriptURL } from "./trusted.js";

let queue = Promise.resolve();

/** What the service refused, in its own words, with its findings. */
export class Refused extends Error {
  constructor(status, error) {
    super(error.message || `The service answered ${status}.`);
    this.status = status;
    this.findings = error.findings || [];
  }
}

/** Nobody can judge now: the message says what still works. */
export class Offline extends Error {}

const NO_JUDGE = "The service can't be reached, and this page has no judge of its own. You can read kept lists, play, and save kept lists to a file. Adding, changing, opening other lists, What fits, Share and Print need the service.";

let onVersion = () => {};
export const watchVersion = (told) => void (onVersion = told);

let service = true; // whether one can be reached, as far as is known
let files = null; // what a judge in a worker loads; null where there is none
let onLoading = () => {};
let worker = null;
const waiting = new Map();
let asked = 0;

/** Say who judges: a service, a worker that loads `judge`, or the worker when the service is gone. `told` is called with how far loading is. */
export function useJudge(judge, hasService, told) {
  [files, service, onLoading] = [judge, hasService, told];
  if (!service) startWorker();
}

/** Have the worker ready before it is needed: where a browser keeps no files, they can't be had when the service is gone. */
export const prepare = () => files && startWorker();

function startWorker() {
  if (worker) return;
  worker = new Worker(scriptURL("judge.js"), { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.failed) return fail(data.failed);
    if (data.id === undefined) return service || onLoading(data);
    const { status, type, body } = data;
    waiting.get(data.id).resolve(new Response(body, { status, headers: { "content-type": type } }));
    return waiting.delete(data.id);
  };
  worker.onerror = (event) => fail(event.message || "a file is missing.");
  worker.postMessage({ files });
}

/** The worker could not be started: whoever waits is told, and the next question tries again. */
function fail(reason) {
  worker.terminate();
  worker = null;
  if (!service) onLoading({ failed: reason });
  for (const one of waiting.values()) one.reject(new Offline(`The judge could not be loaded: ${reason} You can read kept lists and play; to change, share or print a list, open this page with a network.`));
  waiting.clear();
}

const fromWorker = (path, body) => new Promise((resolve, reject) => {
  startWorker();
  asked += 1;
  waiting.set(asked, { resolve, reject });
  worker.postMessage({ id: asked, path, body });
});

/** The answer of the service, or null where there is none any more. */
async function fromService(path, body, method) {
  const headers = { accept: "application/json" };
  if (method === "POST") headers["content-type"] = "application/json";
  try {
    const answer = await fetch(path, { method, headers, body, cache: "no-store" });
    return answer.status === 502 || answer.status === 504 ? null : answer; // a proxy in front of nothing
  } catch {
    return null;
  }
}

async function reach(path, body, method) {
  const answer = service && (await fromService(path, body, method));
  if (answer) return answer;
  if (!files) throw new Offline(NO_JUDGE);
  service = false; // until the page is opened again: asking for it each time would make every tap wait
  return fromWorker(path, body ?? "");
}

async function send(path, body, method) {
  const text = method === "POST" ? JSON.stringify(body) : undefined;
  const answer = await reach(path, text, method);
  const version = answer.headers.get("x-page");
  if (version) onVersion(version);
  if ((answer.headers.get("content-type") || "").startsWith("application/pdf") && answer.ok) return answer.blob();
  let data;
  try {
    data = await answer.json();
  } catch {
    throw new Refused(answer.status, { message: "The answer could not be read." });
  }
  if (!answer.ok) throw new Refused(answer.status, data.error || {});
  return data;
}

/** Ask after all that was asked before has been answered. */
export function post(path, body) {
  const asked = queue.then(() => send(path, body, "POST"));
  queue = asked.catch(() => {});
  return asked;
}

export const get = (path) => send(path, undefined, "GET");
