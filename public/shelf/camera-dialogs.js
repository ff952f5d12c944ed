// The dialogs of the shelf camera. The browser keeps the focus inside, closes a dialog with Esc, and gives the focus
// back.

/** Opens a dialog. The promise ends when the dialog is closed. */
export async function openDialog(dialog) {
  await answerOf(dialog);
}

/** Opens a dialog. Returns the value of the button that closed it; empty after Esc or a click beside it. */
export function answerOf(dialog) {
  return new Promise((done) => {
    dialog.returnValue = "";
    dialog.addEventListener("close", () => {
      keepFocus(dialog);
      done(dialog.returnValue);
    }, { once: true });
    dialog.showModal();
    dialog.scrollTop = 0;
  });
}

/** If no element had the focus before the dialog, the round button gets it. */
function keepFocus(dialog) {
  const held = document.activeElement;
  if (held !== document.body && !dialog.contains(held)) return;
  document.querySelector(".shutter").focus({ preventScroll: true });
}

for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-answer]");
    // Outside its content, a click meets the dialog itself.
    if (button || target === dialog) dialog.close(button?.dataset.answer ?? "");
  });
}
