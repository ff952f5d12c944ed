// The animations of SCAN with "One after another": a short flash, and the taken picture that shrinks into the tray.

/** Whether the user wants no motion. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export function flash(guide) {
  if (isStill()) return;
  const light = document.createElement("div");
  light.className = "flash";
  guide.append(light);
  light.animate([{ opacity: 0.8 }, { opacity: 0 }], 80).finished.then(() => light.remove(), () => light.remove());
}

/**
 * Shows a canvas or an ImageBitmap at the guide's position and shrinks it into the left corner of the tray. `icon` is the
 * address of a drawing on it, or null.
 */
export async function fly(canvas, guide, tray, icon = null) {
  if (isStill()) return canvas.close?.();
  const [from, to] = [guide.getBoundingClientRect(), target(tray)];
  const picture = document.createElement("canvas");
  picture.className = "flight";
  picture.width = Math.min(360, canvas.width);
  picture.height = Math.round((picture.width * canvas.height) / canvas.width);
  picture.getContext("2d").drawImage(canvas, 0, 0, picture.width, picture.height);
  canvas.close?.();
  if (icon) await drawIcon(icon, picture);
  for (const [name, value] of Object.entries({ left: from.x, top: from.y, width: from.width, height: from.height })) {
    picture.style.setProperty(name, `${value}px`);
  }
  document.body.append(picture);
  const scale = to.side / from.width;
  const end = `translate(${to.x - from.x}px, ${to.y - from.y}px) scale(${scale})`;
  await picture.animate([{ transform: "none" }, { transform: end }], { duration: 300, easing: "ease-in" }).finished
    .catch(() => null);
  picture.remove();
}

/** Draws an icon in the middle. The tray has already loaded the icon. */
async function drawIcon(icon, picture) {
  const image = new Image();
  image.src = icon;
  const side = picture.width / 3;
  try {
    await image.decode();
    const context = picture.getContext("2d");
    context.fillStyle = "rgb(0 0 0 / .5)";
    context.fillRect(0, 0, picture.width, picture.height);
    context.drawImage(image, (picture.width - side) / 2, (picture.height - side) / 2, side, side);
  } catch { /* The tile shows the icon, too. */ }
}

/** The position of the newest tile; without tiles, the bottom left corner above the bar. */
function target(tray) {
  const tile = tray.hidden ? null : tray.querySelector(".tiles")?.getBoundingClientRect();
  const bar = document.querySelector(".bar").getBoundingClientRect();
  return tile?.width ? { x: tile.x, y: tile.y, side: 56 } : { x: 20, y: bar.y - 70, side: 56 };
}
