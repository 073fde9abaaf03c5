// What a page cannot do without a script of its own. Without it every page works, a reload slower.
"use strict";

// Searching in a list: <input data-filter="sheet"> filters the rows [data-name] of #sheet, and
// Enter marks or ticks the only row that is left, and takes nothing back: a row that is marked
// already is said to be. data-name is the server's search text.
const plain = (text) =>
  text.toLowerCase().replace(/ı|i̇/g, "i").replace(/ø/g, "o").replace(/ß/g, "ss").replace(/ł/g, "l")
    .normalize("NFD").replace(/[^\p{L}\p{N}\s-]/gu, "").replace(/[\s-]+/g, " ").trim();

function filter(field) {
  const words = plain(field.value).split(" ");
  const rows = document.querySelectorAll(`#${field.dataset.filter} [data-name]`);
  const hits = [...rows].filter((row) => {
    const name = plain(row.dataset.name);
    row.hidden = !words.every((word) => name.includes(word));
    return !row.hidden;
  });
  // Who stands in a folded part is found as well.
  if (words[0]) hits.forEach((row) => row.closest("details")?.setAttribute("open", ""));
  // A heading [data-heads] goes with the rows below it; what is for all rows waits while some are hidden.
  document.querySelectorAll(`#${field.dataset.filter} [data-heads]`).forEach((heading) => {
    const below = [...heading.nextElementSibling.children];
    heading.hidden = heading.nextElementSibling.hidden = below.every((row) => row.hidden);
  });
  document.querySelectorAll(`[data-unsearched="${field.dataset.filter}"]`).forEach((part) => {
    part.hidden = Boolean(words[0]);
  });
  const none = document.querySelector(`[data-no-hit="${field.dataset.filter}"]`);
  if (none) none.hidden = hits.length > 0;
  // Who is not in the list is added under the name that was typed.
  document.querySelectorAll(`a[data-typed="${field.dataset.filter}"]`).forEach((link) => {
    const to = new URL(link.href);
    to.searchParams.set("name", field.value.trim());
    link.href = to.href;
  });
  return hits;
}

document.addEventListener("input", (event) => {
  if (event.target.matches("[data-filter]")) filter(event.target);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("[data-filter]")) return;
  event.preventDefault();
  const hits = filter(event.target);
  if (!event.target.value.trim() || hits.length !== 1) return;
  choose(hits[0]);
  event.target.value = "";
  filter(event.target);
});
function choose(row) {
  const tick = row.querySelector("input[type=checkbox]");
  if (tick) {
    const { ticked, already } = row.parentElement.dataset;
    announce((tick.checked ? already : ticked).replace("{name}", row.textContent.trim()));
    if (!tick.checked) tick.click();
    return;
  }
  const button = row.querySelector("button[aria-pressed]");
  if (!button) return row.querySelector("a[href]")?.click();
  const { value } = button;
  button.value = "found"; // the server knows best who is there already
  button.click();
  button.value = value;
}

// After a swap the focus stays in the row: on the same button, else on the first, else the row.
let focused = null;
function keepFocus(target) {
  const { activeElement: element } = document;
  focused = target.id && target.contains(element)
    ? { row: target.id, name: element.name, value: element.value, href: element.href } : null;
}
document.addEventListener("htmx:beforeSwap", ({ detail: { target } }) => keepFocus(target));
document.addEventListener("htmx:afterSettle", () => {
  document.querySelectorAll("[data-filter]").forEach(filter);
  const row = focused && document.getElementById(focused.row);
  if (row && !row.contains(document.activeElement)) {
    const all = [...row.querySelectorAll("button, a[href], input:not([type=hidden])")];
    const like = (...words) => all.find((one) => words.every((word) => one[word] === focused[word]));
    const next = like("name", "value", "href") ?? like("name", "value") ?? all[0] ?? row;
    if (next === row) row.tabIndex = -1;
    next.focus({ preventScroll: true });
  }
  focused = null;
});

// On a phone what is said stands in the bar at the bottom, with the next step.
const dock = document.querySelector(".dock");
const wide = matchMedia("(min-width: 48em)");
function place() {
  const parts = ["kept", "messages"].map((id) => document.getElementById(id)).filter(Boolean);
  if (wide.matches) parts.forEach((part) => part.home?.replaceWith(part));
  else parts.forEach((part) => {
    part.home ??= document.createComment("");
    part.replaceWith(part.home);
    dock.prepend(part);
  });
}
if (dock) {
  if (!wide.matches) place();
  wide.addEventListener("change", place);
}
// Who leads at a wide screen can type a name at once.
const search = dock?.querySelector("[data-filter]");
if (search && wide.matches && !location.hash && !document.querySelector("[autofocus]")) {
  search.focus({ preventScroll: true });
}

// Arrows go from result to result and from board to board; down to the next that is open.
document.addEventListener("keydown", (event) => {
  const here = event.target.closest(".results .choices > *");
  const [across, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [];
  if (!here || across === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const row = here.parentElement;
  const rows = [...document.querySelectorAll(".results .choices")]
    .filter((one) => one === row || !down || !one.querySelector("[aria-pressed=true]"));
  const to = down ? rows[rows.indexOf(row) + down]?.children[[...row.children].indexOf(here)]
    : [...row.children][[...row.children].indexOf(here) + across];
  if (!to) return;
  event.preventDefault();
  to.focus();
});
// The second half of a double tap would take back what the first one did.
document.addEventListener("click", (event) => {
  if (event.detail > 1 && event.target.closest(".results button, .sheet button")) event.preventDefault();
}, true);

// What changes is said to who does not see it, in the live region that every page has.
function announce(sentence) {
  const region = document.getElementById("said");
  if (region && sentence) region.textContent = sentence;
}

// After a press that led to a new page: what it did is said, and who opened a panel in the page's
// middle is led to its heading.
addEventListener("load", () => { // by then the browser has gone to the part that the address names
  const opened = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  opened?.querySelector("h2[tabindex]")?.focus({ preventScroll: true });
  const words = [...document.querySelectorAll("#messages [role=status]")].map((one) => one.innerText.trim());
  // A region is listened to when it fills, not when it comes.
  if (words.length) setTimeout(() => announce(words.join(" ")), 500);
});

// A page that asks by itself says, while nobody answers, of when it is: of the last answer.
let answered = new Date();
// On the club's clock, as every other time on the page.
const clock = (at) => at.toLocaleTimeString([], {
  hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: document.body.dataset.zone,
});
document.addEventListener("htmx:afterRequest", ({ detail: { elt, successful, isOvertaken, xhr } }) => {
  // Who may not see this any more (the evening of a helper is over) reads why.
  if (xhr.status === 403 && elt.matches("#poll, #asking")) location.reload();
  const line = document.getElementById("updated");
  if (!line || isOvertaken || !elt.matches("#poll, #asking")) return;
  if (successful) {
    answered = new Date();
    if (line.dataset.words) {
      line.textContent = line.dataset.words;
      announce(document.body.dataset.connected);
    }
    delete line.dataset.words;
    if (line.dataset.asOf) line.textContent = line.dataset.asOf.replace("{at}", clock(answered));
  } else {
    const words = document.body.dataset.awaySince.replace("{at}", clock(answered));
    if (!line.dataset.words) announce(words);
    line.dataset.words ||= line.textContent;
    line.textContent = words;
  }
  line.classList.toggle("marked", !successful);
});

// What it asked before a press was answered, or hears while one is under way, may be of before that
// press: it is dropped, and four seconds later asked again.
let swaps = 0;
document.addEventListener("htmx:afterSwap", () => { swaps += 1; });
document.addEventListener("htmx:beforeRequest", ({ detail }) => { detail.swaps = swaps; });
document.addEventListener("htmx:beforeOnLoad", (event) => {
  const { detail } = event;
  const isPressed = document.querySelector(".htmx-request:not(#poll, #asking)");
  detail.isOvertaken = isOnItsOwn(event) && (detail.swaps !== swaps || isPressed !== null);
  if (detail.isOvertaken) event.preventDefault();
});

// The word "new" at a row stays until the next rows are new.
document.addEventListener("htmx:beforeSwap", ({ detail: { elt, serverResponse } }) => {
  if (elt.matches("#poll, #asking") && serverResponse.includes('class="new"')) {
    document.querySelectorAll(".new").forEach((word) => word.remove());
  }
});

// A button that takes longer than a second says so.
const waiting = new Map();
function busy(button) {
  if (!button || waiting.has(button)) return;
  waiting.set(button, { html: button.innerHTML, timer: setTimeout(() => {
    button.setAttribute("aria-busy", "true");
    if (button.matches(".button")) button.textContent = document.body.dataset.busy;
  }, 1000) });
}
function ready() {
  waiting.forEach(({ html, timer }, button) => {
    clearTimeout(timer);
    if (button.getAttribute("aria-busy") && button.matches(".button")) button.innerHTML = html;
    button.removeAttribute("aria-busy");
  });
  waiting.clear();
}
// What takes seconds says what is being done, where the page has words for it.
const told = document.querySelector("[data-while]");
const before = told?.textContent;
function tell(words) {
  if (told) told.textContent = words;
}
document.addEventListener("submit", ({ target, submitter }) => {
  if (target.matches("[data-file]")) return; // a file that comes leaves the page as it is
  busy(submitter);
  tell(told?.dataset.while);
});
document.addEventListener("htmx:afterRequest", ready);
window.addEventListener("pageshow", () => { ready(); tell(before); });

// How long it is until an evening begins: "in 2 hours". The page is kept and says the hour only.
function countDown() {
  const about = new Intl.RelativeTimeFormat(document.documentElement.lang);
  document.querySelectorAll("[data-begins]").forEach((place) => {
    const minutes = Math.ceil((new Date(place.dataset.begins) - Date.now()) / 60000);
    const [size, unit] = minutes < 90 ? [1, "minute"] : minutes < 2160 ? [60, "hour"] : [1440, "day"];
    place.textContent = minutes > 0 ? about.format(Math.round(minutes / size), unit) : "";
  });
}
countDown();
setInterval(countDown, 20000);

// A button that is not possible yet says why beside it, and does nothing.
document.addEventListener("click", (event) => {
  if (event.target.closest("[aria-disabled=true]")) event.preventDefault();
});

// A press that did not arrive is said in words, under the navigation.
function say(sentence) {
  const line = document.createElement("p");
  line.className = "message error lost";
  line.setAttribute("role", "alert");
  line.textContent = sentence;
  document.getElementById("messages").replaceChildren(line);
}
const isOnItsOwn = ({ detail }) => detail.elt.matches("#poll, #asking");
const lost = (event) => {
  if (!isOnItsOwn(event)) say(document.body.dataset.noConnection);
};
document.addEventListener("htmx:sendError", lost);
document.addEventListener("htmx:timeout", lost);
document.addEventListener("htmx:responseError", (event) => {
  const said = decodeURIComponent(event.detail.xhr.getResponseHeader("Said") ?? "");
  if (!isOnItsOwn(event)) say(said || document.body.dataset.refused);
});

// What stands there to be copied is selected as soon as somebody comes to it.
document.addEventListener("focusin", (event) => event.target.matches("[data-select]") && event.target.select());

// A text goes to the clipboard: <button data-copy="ID">, and #ID-copied says so.
document.addEventListener("click", (event) => {
  const id = event.target.closest("[data-copy]")?.dataset.copy;
  if (!id) return;
  document.getElementById(id).select();
  const line = document.getElementById(`${id}-copied`);
  if (document.execCommand("copy")) line.textContent = line.dataset.words;
});

// What keeps the last pairing for a moment without a connection, where the browser allows one.
const worker = document.querySelector("link[rel=manifest]")?.dataset.worker;
if (worker) navigator.serviceWorker?.register(worker).catch(() => undefined);

// A sheet is printed by a press, where the browser can be asked to.
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) window.print();
});

// A form carries a key, so that sent twice it is done once. One that stays after it was answered
// gets another key; one whose answer got lost keeps it.
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  const key = detail.requestConfig?.parameters?.form_key;
  if (!key || !detail.xhr.status || detail.xhr.status >= 500) return;
  document.querySelectorAll(`[name=form_key][value="${CSS.escape(key)}"]`).forEach((field) => {
    field.value = [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n.toString(36)).join("");
  });
});
