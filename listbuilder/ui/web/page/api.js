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

/** The service can't be reached. */
export class Offline extends Error {}

let onVersion = () => {};
export const watchVersion = (told) => void (onVersion = told);

let worker = null;
const waiting = new Map();
let asked = 0;

/** Have a worker judge instead of a service; `files` are what it loads, `told` is called with how far loading is. */
export function useWorker(files, told) {
  worker = new Worker(scriptURL("judge.js"), { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.id === undefined) return told(data);
    const { status, type, body } = data;
    waiting.get(data.id)(new Response(body, { status, headers: { "content-type": type } }));
    return waiting.delete(data.id);
  };
  worker.onerror = (event) => told({ failed: event.message || "The judge could not be loaded." });
  worker.postMessage({ files });
}

const fromWorker = (path, body) => new Promise((resolve) => {
  asked += 1;
  waiting.set(asked, resolve);
  worker.postMessage({ id: asked, path, body });
});

async function fromService(path, body, method) {
  const headers = { accept: "application/json" };
  if (method === "POST") headers["content-type"] = "application/json";
  try {
    return await fetch(path, { method, headers, body, cache: "no-store" });
  } catch {
    throw new Offline("The service can't be reached.");
  }
}

async function send(path, body, method) {
  const text = method === "POST" ? JSON.stringify(body) : undefined;
  const answer = await (worker ? fromWorker(path, text ?? "") : fromService(path, text, method));
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
