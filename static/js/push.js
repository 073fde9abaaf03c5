// A part of the service worker: shows what the site sends, and opens what it is about.
"use strict";

self.addEventListener("push", (event) => {
  const said = event.data.json();
  event.waitUntil(self.registration.showNotification(said.title, {
    body: said.body,
    tag: said.tag,
    data: { link: said.link, stop: said.stop },
    actions: said.stop ? [{ action: "stop", title: said.stop_words }] : [],
  }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { link, stop } = event.notification.data;
  const address = new URL(event.action === "stop" ? stop : link, self.location).href;
  event.waitUntil((async () => {
    const windows = await self.clients.matchAll({ type: "window" });
    const shown = windows.find((one) => one.url === address);
    return shown ? shown.focus() : self.clients.openWindow(address);
  })());
});
