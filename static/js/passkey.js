// Asks this browser for a passkey, a new one or a known one, and sends its answer with the form.
"use strict";

const form = document.querySelector("[data-passkey]");
const button = form.querySelector(".needs-script");
const said = form.querySelector("[role=status]");
const { publicKey } = JSON.parse(form.dataset.passkey);
const isNew = "user" in publicKey;

async function answer() {
  const Credential = window.PublicKeyCredential;
  if (isNew) {
    return navigator.credentials.create({ publicKey: Credential.parseCreationOptionsFromJSON(publicKey) });
  }
  return navigator.credentials.get({ publicKey: Credential.parseRequestOptionsFromJSON(publicKey) });
}

if (!window.PublicKeyCredential?.parseCreationOptionsFromJSON) {
  button.disabled = true;
  said.textContent = form.dataset.cannot;
}
button.addEventListener("click", async () => {
  if (isNew && !form.reportValidity()) return;
  button.disabled = true;
  try {
    form.elements.passkey.value = JSON.stringify(await answer());
    form.submit();
  } catch {
    button.disabled = false;
    said.textContent = form.dataset.refused;
  }
});
