// The scrubber at the right edge of a phone: a handle that appears while the page is scrolled. While it is dragged, it
// says the month and the number of its finds; then it leads there. Its position follows the number of finds, so a
// month with many finds takes a long part of the edge. The list of months at the end of the history does the same for the
// keyboard.

import { nameOf } from "./chips.js";

/** The time after scrolling in which the handle stays, in milliseconds. */
const STAY = 1500;

/** The months, newest first: `{ month, count, start }`; `start` is the number of newer finds. */
let months = [];
let total = 0;
let [box, handle, said] = [null, null, null];

/** The month of a drag under way, or null. */
let target = null;
let timer = 0;
let isDue = false;

/** `counts` has the number of finds of each month, the newest first. Each later call has the same months. */
export function showScrubber(counts) {
  if (box || counts.size < 2) return;
  for (const [month, count] of counts) {
    months.push({ month, count, start: total });
    total += count;
  }
  box = document.createElement("div");
  handle = document.createElement("b");
  said = document.createElement("span");
  box.className = "scrubber";
  box.setAttribute("aria-hidden", "true");
  box.append(said, handle);
  document.body.append(box);
  addEventListener("scroll", scrolled, { passive: true });
  handle.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    box.classList.add("dragged");
    drag(event);
  });
  handle.addEventListener("pointermove", (event) => target && drag(event));
  handle.addEventListener("pointerup", () => end(true));
  handle.addEventListener("pointercancel", () => end(false));
}

function drag({ clientY }) {
  const { top, height } = box.getBoundingClientRect();
  const way = height - handle.offsetHeight;
  const part = Math.max(0, Math.min(1, (clientY - top - handle.offsetHeight / 2) / way));
  const index = Math.min(total - 1, Math.floor(part * total));
  target = months.findLast(({ start }) => start <= index);
  move(part * way);
  said.textContent = `${nameOf("month", target.month)} · ${target.count.toLocaleString(document.documentElement.lang)}`;
}

function move(top) {
  handle.style.setProperty("transform", `translateY(${top}px)`);
  said.style.setProperty("transform", `translateY(${top + 4}px)`);
}

/** Leads to the month: to its heading, or to its page. */
function end(isWanted) {
  const wanted = isWanted ? target?.month : null;
  target = null;
  box.classList.remove("dragged");
  if (!wanted) return;
  const heading = headings().find((one) => one.dataset.month === wanted);
  if (heading) heading.nextElementSibling.scrollIntoView({ block: "start", behavior: "instant" });
  else if (wanted !== monthOfPage()) location.assign(`/history/${wanted}/`);
}

const headings = () => [...document.querySelectorAll(".finds .month")];
const monthOfPage = () => location.pathname.match(/\/history\/(\d{4}-\d\d)\//)?.[1];

function scrolled() {
  if (isDue || target) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    if (target) return;
    const middle = innerHeight / 3;
    const passed = headings().filter((one) => one.getBoundingClientRect().top < middle).at(-1) ?? headings()[0];
    const here = months.find(({ month }) => month === (passed?.dataset.month ?? monthOfPage()));
    move(((here?.start ?? 0) / total) * (box.offsetHeight - handle.offsetHeight));
    box.classList.add("shown");
    clearTimeout(timer);
    timer = setTimeout(() => box.classList.remove("shown"), STAY);
  });
}
