// The hall display turns through its screens; without this script they stand below each other.
"use strict";

const SECONDS = 12;
let at = 0;
let isPaused = false;

const sheets = () => [...document.querySelectorAll(".hall-sheet")];
const control = document.querySelector("[data-turning]");
const button = control.querySelector("button");

// The rows grow until the screen is full, or a name no longer fits on its line. Of those by name,
// one that is longer than its line at the usual size is cut off, so that all the others can still be
// read; on a board it takes a second line.
const LARGEST = 2.2;
const SMALLEST = 0.6;
// What room is left then goes between the boards: so much above and below each, at most.
const AIR = 60;

function fits(sheet, factor) {
  const lines = [...sheet.querySelectorAll(".hall-names th, .hall-boards")];
  return document.documentElement.scrollHeight <= window.innerHeight
    && document.documentElement.scrollWidth <= window.innerWidth
    && (factor <= 1 || lines.every((line) => line.scrollWidth <= line.clientWidth));
}

// Leaves the largest value between two with which all fits: `tries` sets one, and says whether it does.
function largest(small, large, tries) {
  for (let step = 0; step < 8; step += 1) {
    const middle = (small + large) / 2;
    if (tries(middle)) small = middle;
    else large = middle;
  }
  tries(small);
}

// The boards and the names beside them each as large as they can be; columns of names alike.
function fill(sheet) {
  if (!window.matchMedia("(min-width: 48em)").matches) return;
  const parts = [".hall-boards", ".hall-names"].map((part) => [...sheet.querySelectorAll(part)]);
  const grow = (tables, factor) => tables.forEach((one) => {
    one.style.setProperty("--grow", factor);
    one.classList.toggle("grown", factor > 1);
  });
  const beside = [...sheet.querySelectorAll(".hall-beside > *")];
  beside.forEach((one) => { one.hidden = true; });
  parts.forEach((tables) => grow(tables, SMALLEST));
  const [boards] = parts;
  const spread = (air) => boards.forEach((one) => { one.style.setProperty("--air", air); });
  spread(1);
  parts.filter((tables) => tables.length).forEach((tables) => {
    largest(SMALLEST, LARGEST, (factor) => {
      grow(tables, factor);
      return fits(sheet, factor);
    });
  });
  beside.forEach((one) => {
    one.hidden = false;
    if (!fits(sheet, SMALLEST)) one.hidden = true;
  });
  if (!boards.length) return;
  largest(1, AIR, (air) => {
    spread(air);
    return fits(sheet, SMALLEST);
  });
}

function show() {
  const all = sheets();
  at = all.length ? (at + all.length) % all.length : 0;
  all.forEach((sheet, number) => { sheet.hidden = number !== at; });
  control.hidden = all.length < 2;
  if (all.length) fill(all[at]);
}

function turn(by) {
  at += by;
  show();
}

// A screen stays as long as somebody has a hand on it: the time begins anew when the pointer moves
// or a key is pressed, and does not pass while the focus is in the screen itself.
let turning;

function wait() {
  clearInterval(turning);
  turning = setInterval(() => {
    if (!isPaused && !document.querySelector("#hall :focus")) turn(1);
  }, SECONDS * 1000);
}

function pause() {
  isPaused = !isPaused;
  button.textContent = isPaused ? button.dataset.goOn : button.dataset.stop;
}

button.addEventListener("click", pause);
document.addEventListener("keydown", ({ key }) => {
  if (key === "ArrowRight" || key === "PageDown") turn(1);
  if (key === "ArrowLeft" || key === "PageUp") turn(-1);
});
document.addEventListener("htmx:afterSettle", show);
window.addEventListener("resize", show);
["pointermove", "pointerdown", "keydown", "focusin"].forEach((touch) => document.addEventListener(touch, wait));
wait();
show();
