// Starts the engine in its worker: the page compiles the module once and sends it as the first message.
import init from "./brain.js";

self.onmessage = (event) => {
  self.onmessage = null;
  init({ module_or_path: event.data }).catch((error) => setTimeout(() => { throw error; }));
};
