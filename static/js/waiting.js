// A result that was tapped is kept on this device until the server has it: through a lost
// connection, a reload and an empty battery. Each is sent with what its board showed when it was
// tapped, so sent twice it is entered once, and who was first elsewhere is asked about.
"use strict";

(() => {
  const PREFIX = "clubcomp.result ";
  const LATE = 1500; // ms after which a tap that is not answered yet is called "not sent"
  const AGAIN = 10000; // ms between two attempts
  const PATIENCE = 10000; // ms after which an answer is not waited for any more
  const bar = document.getElementById("kept");
  const words = bar.dataset;

  // What is kept: an entry for each board, by the address that its results are sent to -----------
  const addressOf = (form) => new URL(form.action, location.href).pathname;
  const isKept = (key) => key.startsWith(PREFIX);
  const find = (address) => JSON.parse(localStorage.getItem(PREFIX + address));
  const keep = (entry) => localStorage.setItem(PREFIX + entry.address, JSON.stringify(entry));
  const drop = (entry) => localStorage.removeItem(PREFIX + entry.address);
  const entries = () => Object.keys(localStorage).filter(isKept)
    .map((key) => JSON.parse(localStorage.getItem(key))).sort((a, b) => a.at - b.at);

  const isEmptying = ({ fields }) => fields.result === fields.seen;
  const isMine = ({ person }) => person === words.person;
  const resultOf = (entry) => (isEmptying(entry) ? words.empty : entry.words);
  const nameOf = (entry) => `${entry.what}: ${resultOf(entry)}`;
  const formOf = ({ address }) =>
    [...document.querySelectorAll("form[data-keep]")].find((form) => addressOf(form) === address);
  const isAsked = (entry) => Boolean(formOf(entry)?.closest(".asks"));
  // What waits, and is not just on its way or asked about on this page.
  const waits = (entry) =>
    (entry.late || entry.why || Date.now() - entry.at > LATE) && !(entry.why === "asked" && isAsked(entry));

  function whyOf(entry) {
    if (!words.person) return words.signedOut;
    return isMine(entry) ? words[entry.why] ?? entry.why ?? "" : words.other;
  }
  function countOf(all) {
    return all.length === 1 ? words.one : words.many.replace("{count}", all.length);
  }

  // A tap ---------------------------------------------------------------------------------------
  document.addEventListener("submit", (event) => {
    const { target: form, submitter: button } = event;
    if (!form.matches("[data-keep]") || !button) return;
    const fields = Object.fromEntries(new FormData(form));
    delete fields.csrfmiddlewaretoken;
    delete fields.form_key; // what was seen tells whether it was entered before
    fields.result = button.value;
    const address = addressOf(form);
    const entry = {
      address, fields, at: Date.now(), person: words.person, page: location.pathname,
      board: form.closest("li").id, what: form.dataset.keep, words: button.textContent.trim().replace("-", "\u2011"),
    };
    const before = find(address);
    const isSame = before?.fields.result === fields.result && isMine(before) && !before.why;
    if (isSame && !waits(before)) {
      // The second half of a double click.
    } else if (isSame || (before && fields.result === fields.seen)) {
      throwAway(before); // the tap that waits is taken back
    } else {
      try {
        keep(entry);
      } catch {
        return; // no room on this device: it is sent the usual way, which says what happens
      }
      setTimeout(render, LATE + 100);
      send();
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // On a question: the result that is there stays, and so what was kept goes.
  document.addEventListener("click", ({ target }) => {
    const form = target.closest("[data-leave]")?.closest("li").querySelector("form[data-keep]");
    const entry = form && find(addressOf(form));
    if (entry) drop(entry);
  });

  function throwAway(entry) {
    drop(entry);
    render();
    announce(words.thrown.replace("{result}", nameOf(entry)));
  }

  // Sending, one after the other in the order of the taps ---------------------------------------
  let isSending = false;
  let isAskedAgain = false;

  // Whether an entry is sent now: `byHand` all, when a page was `loaded` also what another
  // sign-in or a new page may have mended.
  function isDue(entry, { byHand, loaded }) {
    if (!isMine(entry) || !entry.person) return false;
    if (entry.why === "asked") return Boolean(formOf(entry)) && !isAsked(entry);
    return !entry.why || byHand || (loaded && ["signedOut", "forbidden", "broken", "other"].includes(entry.why));
  }

  async function send(how = {}) {
    if (isSending) {
      isAskedAgain = true;
      return;
    }
    isSending = true;
    const hadWaiting = entries().some(waits);
    const sent = new Set();
    for (;;) {
      const entry = entries().find((one) => !sent.has(`${one.address} ${one.at}`) && isDue(one, how));
      if (!entry) break;
      sent.add(`${entry.address} ${entry.at}`);
      if (await sendOne(entry)) continue;
      // Nobody was reached, so what was tapped after it waits as well.
      entries().filter((one) => isDue(one, how) && !one.late).forEach(notSent);
      break;
    }
    isSending = false;
    render();
    if (hadWaiting && !entries().length) announce(words.allSent);
    if (isAskedAgain) {
      isAskedAgain = false;
      send();
    }
  }

  // False when the server was not reached.
  async function sendOne(entry) {
    const headers = { "HX-Request": "true", "HX-Current-URL": location.href, "X-CSRFToken": token() };
    const body = new URLSearchParams({ ...entry.fields, kept: "1", by: entry.person });
    let answer, text;
    try {
      const signal = AbortSignal.timeout?.(PATIENCE);
      const how = { method: "POST", body, headers, signal, redirect: "manual" };
      answer = await fetch(entry.address, how);
      text = await answer.text();
    } catch {
      return notSent(entry);
    }
    if ([502, 503, 504].includes(answer.status)) return notSent(entry);
    const redirect = answer.headers.get("HX-Redirect");
    if (redirect) toPage(entry, redirect);
    else if (answer.ok) return entered(entry, text);
    else hold(entry, { 403: "forbidden", 404: "gone", 409: "other", 422: text }[answer.status] ?? "broken");
    return true;
  }

  const token = () => JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
  const isStill = (entry) => find(entry.address)?.at === entry.at;

  function notSent(entry) {
    if (isStill(entry)) {
      const isNew = !entry.late;
      keep({ ...entry, late: true, why: undefined });
      render();
      const not = words.notSent.replace("{result}", resultOf(entry));
      if (isNew) announce(`${entry.what}, ${not}. ${countOf(entries().filter(waits))}`);
    }
    return false;
  }

  function hold(entry, why) {
    if (isStill(entry)) keep({ ...entry, why });
    render();
    announce(`${nameOf(entry)}. ${whyOf({ ...entry, why })}`);
  }

  function toPage(entry, redirect) {
    if (new URL(redirect, location.href).pathname === words.signIn) return hold(entry, "signedOut");
    if (entry.late || entry.why) return hold(entry, "elsewhere");
    drop(entry);
    location.assign(redirect); // who just pressed another person's result: to the page behind "..."
  }

  function entered(entry, text) {
    const row = new DOMParser().parseFromString(text, "text/html").querySelector("li");
    if (!row) return notSent(entry); // an answer, but not our server's
    const now = find(entry.address);
    if (row.matches(".asks") && isStill(entry)) {
      keep({ ...entry, why: "asked" }); // until it is answered, whatever happens to this page
    } else if (isStill(entry)) {
      drop(entry);
    } else if (now) {
      // Tapped once more while it was on its way: the new result replaces this one.
      for (const name of ["seen", "state"]) now.fields[name] = row.querySelector(`[name=${name}]`).value;
      keep(now);
    }
    const shown = formOf(entry)?.closest("li");
    if (shown) {
      keepFocus(shown);
      htmx.swap(shown, text, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 });
    }
    return true;
  }

  // What is seen of it --------------------------------------------------------------------------
  function render() {
    const all = entries();
    document.querySelectorAll("form[data-keep]").forEach((form) => {
      markRow(form, all.find((entry) => entry.address === addressOf(form) && waits(entry)));
    });
    const waiting = all.filter(waits);
    bar.hidden = !waiting.length;
    if (waiting.length) {
      bar.querySelector("[data-count]").textContent = countOf(waiting);
      bar.querySelector("[data-send]").hidden = !words.person;
      bar.querySelector("[data-sign-in-here]").hidden = location.pathname === words.signIn
        || !(words.person ? waiting.some(({ why }) => why === "signedOut") : true);
      const list = bar.querySelector("ul");
      list.replaceChildren(...waiting.map(lineOf));
      bar.querySelector("[data-some-not]").hidden = !waiting.some(whyOf);
      bar.querySelector("[data-by-itself]").hidden = waiting.every(whyOf);
    }
  }

  function markRow(form, entry) {
    const row = form.closest("li");
    row.querySelector(".unsent-note")?.remove();
    const state = row.querySelector(".when:not(.unsent-note)");
    if (!state) return; // it asks a question
    form.querySelectorAll("[name=result]").forEach((button) => {
      button.dataset.was ??= button.getAttribute("aria-pressed");
      const isChosen = Boolean(entry) && !isEmptying(entry) && button.value === entry.fields.result;
      button.setAttribute("aria-pressed", entry ? isChosen : button.dataset.was);
      button.classList.toggle("unsent", isChosen);
    });
    state.hidden = Boolean(entry);
    if (!entry) return;
    const note = document.createElement("p");
    note.className = "when unsent-note";
    note.append(element("b", words.notSent.replace("{result}", resultOf(entry))));
    if (whyOf(entry)) note.append(` ${whyOf(entry)}`);
    note.classList.toggle("refused", Boolean(whyOf(entry)));
    state.after(note);
  }

  function lineOf(entry) {
    const line = document.createElement("li");
    const at = new Date(entry.at).toLocaleString(document.documentElement.lang, {
      weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23",
    });
    const look = element("a", words.look);
    look.href = `${entry.page}#${entry.board}`;
    const button = element("button", words.throw);
    button.type = "button";
    button.className = "button quiet";
    button.setAttribute("aria-label", words.throwWhat.replace("{result}", nameOf(entry)));
    button.addEventListener("click", () => throwAway(entry));
    const act = document.createElement("p");
    act.className = "spread";
    act.append(look, button);
    line.append(element("b", nameOf(entry)), ` ${at}. ${whyOf(entry)}`, act);
    return line;
  }

  function element(name, text) {
    const made = document.createElement(name);
    made.textContent = text;
    return made;
  }

  // When it is tried again ----------------------------------------------------------------------
  const retry = (how) => entries().length && send(how);
  bar.querySelector("[data-send]").addEventListener("click", () => retry({ byHand: true }));
  window.addEventListener("online", () => retry());
  window.addEventListener("pageshow", () => retry({ loaded: true }));
  window.addEventListener("storage", render);
  document.addEventListener("htmx:afterSettle", render);
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.elt.matches("#poll, #asking") && detail.successful) retry();
  });
  setInterval(retry, AGAIN);
  render();
})();
