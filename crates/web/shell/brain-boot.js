// Starts the engine in its worker: the page compiles the module once and sends it as the first message.
// The engine's files in this bundle are listed for it, so that it asks for none in vain.
import init from "./brain.js";

self.equipment = {{equipment}};

self.onmessage = (event) => {
  self.onmessage = null;
  init({ module_or_path: event.data }).catch((error) => setTimeout(() => { throw error; }));
};
