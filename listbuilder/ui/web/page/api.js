// Calls to the service: one at a time, in order; which version of the page it would send now.

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

async function send(path, body, method) {
  let answer;
  try {
    const headers = { accept: "application/json" };
    if (method === "POST") headers["content-type"] = "application/json";
    answer = await fetch(path, { method, headers, body: method === "POST" ? JSON.stringify(body) : undefined, cache: "no-store" });
  } catch {
    throw new Offline("The service can't be reached.");
  }
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
