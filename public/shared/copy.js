// Copies a text for the user.

/**
 * Copies `text`, and returns whether that worked. Browsers offer the clipboard only with HTTPS; the older command works
 * everywhere. It needs the focus, which then returns to `button`.
 */
export async function copied(text, button) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch { /* The older command follows. */ }
  const box = document.createElement("textarea");
  box.className = "unseen";
  box.value = text;
  document.querySelector("main").append(box);
  box.select();
  const isCopied = document.execCommand("copy");
  box.remove();
  button.focus({ preventScroll: true });
  return isCopied;
}
