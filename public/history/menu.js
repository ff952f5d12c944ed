// Menus of rows. Without script, a row's `details` contains forms. The script replaces it by a menu button. One menu
// for the whole page lists the forms' buttons and the links; an item submits its form, or follows its link.

const menu = document.createElement("div");
menu.className = "menu";
menu.setAttribute("role", "menu");
menu.hidden = true;

let owner = null;

/** Turns the `details.more` of a row into a button. */
export function addMenu(details) {
  details.before(menuButton(details));
}

/** Makes the menu buttons of all rows in `boxes` work, also in rows that are added later. */
export function followMenus(boxes) {
  document.querySelector("main").append(menu);
  for (const box of boxes) {
    box.addEventListener("click", pressed);
    box.addEventListener("keydown", keyed);
  }
}

function pressed(event) {
  const button = event.target.closest(".dots");
  if (!button) return;
  if (owner === button) close();
  else open(button);
}

function keyed(event) {
  const button = event.target.closest(".dots");
  if (!button || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
  event.preventDefault();
  open(button, event.key === "ArrowUp" ? -1 : 0);
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

function open(button, index = 0) {
  close(false);
  owner = button;
  owner.setAttribute("aria-expanded", "true");
  menu.setAttribute("aria-label", owner.getAttribute("aria-label"));
  menu.replaceChildren(...[...owner.nextElementSibling.querySelectorAll("form button, a")].map(item));
  menu.hidden = false;
  moveTo(owner.getBoundingClientRect());
  menu.children.item(index < 0 ? menu.children.length + index : index).focus({ preventScroll: true });
}

/** The item for a button of a form, or for a link. */
function item(original) {
  const item = original.matches("a") ? original.cloneNode(true) : document.createElement("button");
  item.tabIndex = -1;
  item.setAttribute("role", "menuitem");
  item.textContent = original.textContent;
  if (!original.matches("a")) item.type = "button";
  item.addEventListener("click", () => {
    close();
    if (!original.matches("a")) original.form.requestSubmit(original);
  });
  return item;
}

/** Places the menu below the button, or above it near the bottom of the window. The menu never leaves the window. */
function moveTo(rect) {
  const { offsetWidth: width, offsetHeight: height } = menu;
  const [right, bottom] = [document.documentElement.clientWidth, innerHeight];
  const top = rect.bottom + height > bottom - 8 ? rect.top - height : rect.bottom;
  menu.style.setProperty("left", `${Math.max(8, Math.min(rect.right - width, right - width - 8))}px`);
  menu.style.setProperty("top", `${Math.max(8, top)}px`);
}

/** Closes the menu. The focus returns to the button, unless it is elsewhere. */
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
  const index = items.indexOf(document.activeElement);
  const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[event.key];
  if (next !== undefined) {
    event.preventDefault();
    items.at(next % items.length).focus();
  } else if (event.key === "Escape" || event.key === "Tab") {
    // The focus returns to the button first, so that Tab moves from the button to the next control.
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
