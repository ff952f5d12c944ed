// The buttons for zoom and light, if the live camera has them. view.js loads this module when the camera first starts.

const controls = document.querySelector(".lens");
const FACTORS = [1, 2, 3, 5];

/** Shows the buttons for a track; null removes them. `names` has a function for the name of each kind of button. */
export function showLens(track, names) {
  const can = track?.getCapabilities?.() ?? {};
  const torch = can.torch ? [torchButton(track, names.torch())] : [];
  const buttons = [...zoomButtons(track, can.zoom, names.zoom), ...torch];
  controls.replaceChildren(...buttons);
  controls.hidden = !buttons.length;
}

function zoomButtons(track, range, name) {
  const factors = range ? FACTORS.filter((one) => one >= range.min && one <= range.max) : [];
  if (factors.length < 2) return [];
  const buttons = factors.map((factor) => {
    const button = newButton(name(factor));
    button.append(`${factor}×`);
    button.addEventListener("click", () => choose(factor));
    return button;
  });
  const press = (factor) => buttons.forEach((one, at) => one.setAttribute("aria-pressed", factors[at] === factor));
  const choose = (factor) => set(track, { zoom: factor }).then((isSet) => isSet && press(factor));
  // Some phones start with the wide lens, whose picture of a cover is small.
  const zoom = track.getSettings?.().zoom ?? 1;
  if (zoom < 1) choose(1);
  else press(factors.findLast((one) => one <= zoom));
  return buttons;
}

function torchButton(track, name) {
  const button = newButton(name);
  const icon = document.createElement("img");
  button.append(Object.assign(icon, { src: "/icons/torch.svg", alt: "", width: 24, height: 24 }));
  // The light may be on: it stays on when the picture pauses.
  button.setAttribute("aria-pressed", track.getSettings?.().torch === true);
  button.addEventListener("click", async () => {
    const torch = button.getAttribute("aria-pressed") !== "true";
    if (await set(track, { torch })) button.setAttribute("aria-pressed", torch);
  });
  return button;
}

function newButton(name) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "glass";
  button.setAttribute("aria-label", name);
  return button;
}

/** Applies a setting, and returns whether the camera accepted it. */
function set(track, setting) {
  return track.applyConstraints({ advanced: [setting] }).then(() => true, () => false);
}
