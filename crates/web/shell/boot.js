// Starts the page. The shell has already asked for both files, so this only joins them.
import init from "./page.js";

// The words of the language that is most likely wanted, asked for while the page is still on its way; the page
// itself decides, and finds them in the cache.
const asked = [localStorage.getItem("damka.settings")?.match(/"language":"(\w+)/)?.[1], ...navigator.languages];
const tag = asked.map((tag) => tag?.slice(0, 2)).find((tag) => ["en", "ru", "hy"].includes(tag)) || "en";
fetch(new URL(`words/${tag}.txt`, import.meta.url)).catch(() => {});

const sorry = {
  en: "Damka could not start in this browser. It needs a newer browser, or one that allows WebAssembly.",
  ru: "Damka не запустилась. Нужен более новый браузер или разрешение на WebAssembly.",
  hy: "Damka-ն չգործարկվեց։ Պետք է ավելի նոր դիտարկիչ կամ WebAssembly-ի թույլտվություն։",
};

init({ module_or_path: new URL("page.wasm", import.meta.url) }).catch((error) => {
  console.error(error);
  const note = document.createElement("p");
  note.className = "sorry";
  note.setAttribute("role", "alert");
  note.lang = tag;
  note.textContent = sorry[tag] + " (" + error.message + ")";
  document.querySelector(".waiting")?.remove();
  document.body.append(note);
});
