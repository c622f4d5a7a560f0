// Starts the page. The shell has already asked for both files, so this only joins them.
import init from "./page.js";

init({ module_or_path: new URL("page.wasm", import.meta.url) }).catch((error) => {
  console.error(error);
  const note = document.createElement("p");
  note.setAttribute("role", "alert");
  note.textContent = "Damka could not start in this browser: " + error.message;
  document.body.append(note);
});
