// The hall display turns through its screens; without this script they stand below each other.
"use strict";

const SECONDS = 12;
let at = 0;
let isPaused = false;

const sheets = () => [...document.querySelectorAll(".hall-sheet")];
const control = document.querySelector("[data-turning]");
const button = control.querySelector("button");

function show() {
  const all = sheets();
  at = all.length ? (at + all.length) % all.length : 0;
  all.forEach((sheet, number) => { sheet.hidden = number !== at; });
  control.hidden = all.length < 2;
}

function turn(by) {
  at += by;
  show();
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
setInterval(() => { if (!isPaused) turn(1); }, SECONDS * 1000);
show();
