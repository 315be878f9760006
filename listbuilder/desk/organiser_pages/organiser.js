// Without this script everything works; with it the page notices what others do, the clock runs, and texts are copied.

const body = document.body;
const changed = document.getElementById("changed");

/** Whether something was typed that a reload would lose. */
function isDirty() {
  const typed = [...document.querySelectorAll("input:not([type=hidden]), textarea, select")];
  return typed.some((one) => {
    if (one.tagName === "SELECT") return [...one.options].some((option) => option.selected !== option.defaultSelected && one.selectedIndex > 0);
    return one.type === "file" ? one.files.length > 0 : one.value !== one.defaultValue;
  });
}

/** The reader goes elsewhere, or sends a form: that must not be interrupted. It may come to nothing, as with a file. */
let leaving = 0;
for (const event of ["beforeunload", "submit"]) addEventListener(event, () => (leaving = performance.now()));

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Show what has changed: at once where nothing is lost by it, or when the reader wants it. */
async function showChange() {
  while (leaving && performance.now() - leaving < 10000) await pause(1000);
  const here = document.activeElement;
  const busy = isDirty() || (here && here !== body && here.closest("form, details, dialog"));
  if (!busy && !document.querySelector(".notice.keep")) {
    location.replace(body.dataset.place);
    return;
  }
  if (changed.childNodes.length) return;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Show it";
  button.addEventListener("click", () => location.assign(body.dataset.place));
  changed.append("Something has changed since you opened this page.", button);
}

/** Say why the page no longer shows what happens, or nothing. */
function complain(text) {
  if (changed.textContent !== text) changed.textContent = text;
}

/** Ask for changes; the answer comes when there is one, or after a while, or at once where many pages ask. */
async function watch() {
  for (;;) {
    const asked = performance.now();
    let status = 0;
    try {
      status = (await fetch(`/changes?stamp=${body.dataset.stamp}`, { cache: "no-store" })).status;
    } catch {
      // No answer: the status stays 0.
    }
    if (status === 200) {
      complain("");
      showChange();
      return;
    }
    if (status === 0) complain("The desk does not answer, so this page may be old. Is it still running?");
    else if (status === 403) complain("The desk was started again. Open the link in its terminal in this browser.");
    else complain("");
    if (status !== 204) await pause(5000);
    else if (performance.now() - asked < 1000) await pause(2000);
  }
}

/** Seconds as the desk writes them: 90:00, or -0:30 in overtime. */
function clockText(seconds) {
  const whole = Math.abs(seconds);
  return `${seconds < 0 ? "-" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Let a clock run; the seconds that are left come from the desk, so the browser's own time does not matter. */
function runClock(clock) {
  const end = performance.now() + Number(clock.dataset.left) * 1000;
  const tick = () => {
    const left = (end - performance.now()) / 1000;
    clock.textContent = clockText(Math.ceil(left));
    clock.classList.toggle("over", left < 0);
  };
  tick();
  if (clock.dataset.runs) setInterval(tick, 250);
}

for (const clock of document.querySelectorAll("[data-left]")) runClock(clock);

for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copy);
    field.select();
    await navigator.clipboard.writeText(field.value);
    button.textContent = "Copied";
  });
}

if (body.dataset.stamp) watch();
