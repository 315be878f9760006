// The judge in a Web Worker: Python in WebAssembly, our own code and the games, all from files beside the page.
// A message {id, path, body} is answered by {id, status, type, body}; {loaded, all} says how far loading is.

let files; // what to load: `names` of the large files, which carry a digest of what is in them, and the runtime's folder
let loaded = 0;

/** Fetch a gzipped file, unpack it, and say how much has come. */
async function load(name) {
  const answer = await fetch(new URL(files.names[name], import.meta.url));
  if (!answer.ok) throw new Error(`${files.names[name]} could not be loaded (${answer.status}).`);
  const counted = answer.body.pipeThrough(new TransformStream({ transform(chunk, out) {
    loaded += chunk.length;
    postMessage({ loaded, all: files.all });
    out.enqueue(chunk);
  } }));
  // Unpacked here, since not every host of plain files packs what it sends.
  return new Response(counted.pipeThrough(new DecompressionStream("gzip")));
}

async function start(given) {
  files = given;
  const plain = self.fetch.bind(self);
  const wasm = load("pyodide.asm.wasm");
  const library = load("judge.zip").then((answer) => answer.arrayBuffer());
  const games = load("games.json").then((answer) => answer.text());
  // Pyodide fetches its parts by name: these are the ones that were asked for above.
  self.fetch = async (url, options) => {
    const name = String(url.url || url).split("/").pop();
    if (name === "pyodide.asm.wasm") return new Response((await wasm).body, { headers: { "content-type": "application/wasm" } });
    if (name === "judge.zip") return new Response(await library);
    return plain(url, options);
  };
  const { loadPyodide } = await import(`./${files.runtime}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: new URL(files.runtime, import.meta.url).href, stdLibURL: new URL("judge.zip", import.meta.url).href });
  self.fetch = plain;
  const BrowserJudge = python.runPython("from listbuilder.ui.web.browser_judge import BrowserJudge; BrowserJudge");
  return { python, judge: BrowserJudge(await games), printer: null };
}

let started;

/** What printing needs, fetched once: it is a fifth of the site, and many visits never print. */
async function printer(state) {
  const packed = new Uint8Array(await (await load("print.zip")).arrayBuffer());
  state.python.unpackArchive(packed, "zip", { extractDir: "/print" });
  state.python.runPython("import sys; sys.path.append('/print')");
  postMessage({ ready: true });
}

async function answer({ id, path, body }) {
  const state = await started;
  if (path === "/cards" || path === "/sheet" || path === "/bench/preview") await (state.printer ||= printer(state));
  const made = state.judge.answer(path, body);
  const { status, media_type: type } = made;
  const bytes = made.body.toJs();
  made.destroy();
  postMessage({ id, status, type, body: bytes }, [bytes.buffer]);
}

self.onmessage = async ({ data }) => {
  if (data.files) {
    started = start(data.files);
    started.then(() => postMessage({ ready: true }), (error) => postMessage({ failed: error.message }));
    return;
  }
  // A failure of the judge itself: the page says so, and the next request is tried again.
  try {
    await answer(data);
  } catch (error) {
    postMessage({ id: data.id, status: 500, type: "application/json", body: new TextEncoder().encode(JSON.stringify({ error: { message: `The judge failed: ${error.message.trim().split("\n").at(-1)}` } })) });
  }
};
