// A question before an action that is hard to take back. A form names the question and its two answers.

/**
 * Asks `data-question` of a form, with the sentence `data-text` if there is one. Returns whether the answer is
 * `data-yes`. The other answer, `data-no`, and Escape change nothing.
 */
export function isConfirmed({ question, text, yes, no }) {
  const dialog = document.createElement("dialog");
  const heading = element("h2", question);
  heading.id = "question";
  dialog.setAttribute("aria-labelledby", heading.id);
  const [agree, refuse] = [button("button danger", yes), button("button", no)];
  dialog.append(heading, ...(text ? [element("p", text)] : []), refuse, agree);
  document.body.append(dialog);
  return new Promise((done) => {
    agree.addEventListener("click", () => dialog.close("yes"));
    refuse.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(dialog.returnValue === "yes");
    });
    dialog.showModal();
  });
}

function element(name, text) {
  return Object.assign(document.createElement(name), { textContent: text });
}

function button(className, text) {
  return Object.assign(element("button", text), { type: "button", className });
}
