// Menus of rows. Without script, a row's `details` contains forms. The script makes a menu button of it: one menu for
// the whole page lists the forms' buttons, and an item submits its form.

const menu = document.createElement("div");
menu.className = "menu";
menu.setAttribute("role", "menu");
menu.hidden = true;

let owner = null;

/** Turns each `details.more` in `box` into a button. */
export function addMenus(box) {
  for (const details of box.querySelectorAll(".more")) details.before(menuButton(details));
  document.querySelector("main").append(menu);
  box.addEventListener("click", (event) => {
    const button = event.target.closest(".dots");
    if (!button) return;
    if (owner === button) close();
    else open(button);
  });
  box.addEventListener("keydown", (event) => {
    const button = event.target.closest(".dots");
    if (!button || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    event.preventDefault();
    open(button, event.key === "ArrowUp" ? -1 : 0);
  });
}

function menuButton(details) {
  const button = document.createElement("button");
  button.className = "dots";
  button.type = "button";
  button.setAttribute("aria-label", details.firstElementChild.getAttribute("aria-label"));
  button.setAttribute("aria-haspopup", "menu");
  button.setAttribute("aria-expanded", "false");
  details.hidden = true;
  return button;
}

function open(button, place = 0) {
  close(false);
  owner = button;
  owner.setAttribute("aria-expanded", "true");
  menu.setAttribute("aria-label", owner.getAttribute("aria-label"));
  menu.replaceChildren(...[...owner.nextElementSibling.querySelectorAll("form button")].map(item));
  menu.hidden = false;
  moveTo(owner.getBoundingClientRect());
  menu.children.item(place < 0 ? menu.children.length + place : place).focus({ preventScroll: true });
}

function item(button) {
  const item = document.createElement("button");
  item.type = "button";
  item.tabIndex = -1;
  item.setAttribute("role", "menuitem");
  item.textContent = button.textContent;
  item.addEventListener("click", () => {
    close();
    button.form.requestSubmit(button);
  });
  return item;
}

/** Below the button, or above it near the bottom of the window. The menu never leaves the window. */
function moveTo(place) {
  const { offsetWidth: width, offsetHeight: height } = menu;
  const [right, bottom] = [document.documentElement.clientWidth, innerHeight];
  const top = place.bottom + height > bottom - 8 ? place.top - height : place.bottom;
  menu.style.setProperty("left", `${Math.max(8, Math.min(place.right - width, right - width - 8))}px`);
  menu.style.setProperty("top", `${Math.max(8, top)}px`);
}

/** Closes the menu; the focus returns to the button, unless it has gone elsewhere. */
function close(returns = true) {
  if (!owner) return;
  const button = owner;
  owner = null;
  button.setAttribute("aria-expanded", "false");
  if (returns && menu.contains(document.activeElement)) button.focus({ preventScroll: true });
  menu.hidden = true;
}

menu.addEventListener("keydown", (event) => {
  const items = [...menu.children];
  const place = items.indexOf(document.activeElement);
  const next = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: -1 }[event.key];
  if (next !== undefined) {
    event.preventDefault();
    items.at(next % items.length).focus();
  } else if (event.key === "Escape" || event.key === "Tab") {
    // The Tab key goes on from the button.
    close();
    if (event.key === "Escape") event.preventDefault();
  }
});
menu.addEventListener("focusout", (event) => { if (!menu.contains(event.relatedTarget)) close(false); });
addEventListener("pointerdown", (event) => {
  if (owner && !menu.contains(event.target) && !owner.contains(event.target)) close(false);
});
addEventListener("scroll", () => close(), { passive: true });
addEventListener("resize", () => close());
