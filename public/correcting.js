// Loads correct.js when the reader turns to "Not this one?", the picture or the review, because most readers of an
// album page never do. It is loaded at once if the page follows a request, or comes from one.

const sections = document.querySelectorAll(".correct");

/** The first events with which a reader turns to a section. */
const TURNS = ["pointerover", "focusin", "toggle"];

let loading = null;

/** Without the module, the server answers the forms with the page itself. */
function load() {
  loading ??= import("./correct.js").catch(() => null).finally(() => {
    for (const section of sections) section.removeEventListener("submit", send);
  });
  return loading;
}

/** A form that is sent before the module has arrived is sent again afterwards. */
async function send(event) {
  event.preventDefault();
  await load();
  event.target.requestSubmit(event.submitter);
}

if (history.state?.corrected || document.querySelector(".errand")?.dataset.busy) load();
else {
  for (const section of sections) {
    section.addEventListener("submit", send);
    for (const turn of TURNS) section.addEventListener(turn, load, { once: true, capture: true });
  }
}
