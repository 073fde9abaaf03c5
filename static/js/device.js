// Lets this browser take notifications: asks for leave, and hands its address and keys to a form.
"use strict";

const form = document.querySelector("[data-device]");
const button = form.querySelector("button");
const said = form.querySelector("[role=status]");
const canTake = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

const bytes = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));

async function subscription() {
  if (await Notification.requestPermission() !== "granted") throw new Error("refused");
  await navigator.serviceWorker.register(form.dataset.worker);
  const { pushManager } = await navigator.serviceWorker.ready;
  // One that was made with another key of the site would take nothing from it any more.
  await (await pushManager.getSubscription())?.unsubscribe();
  return pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytes(form.dataset.key),
  });
}

if (!canTake) {
  button.disabled = true;
  said.textContent = form.dataset.cannot;
}
button.addEventListener("click", async () => {
  button.disabled = true;
  said.textContent = form.dataset.asks;
  try {
    form.elements.subscription.value = JSON.stringify(await subscription());
    form.submit();
  } catch {
    button.disabled = false;
    button.focus();
    said.textContent = form.dataset.refused;
  }
});
