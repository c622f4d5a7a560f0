// Starts the engine in its worker: the page compiles the module once and sends it as the first message, with the
// number by which it ends a search where they can share one. The engine's files in this bundle are listed
// for it, so that it asks for none in vain.
import init from "./brain.js";

self.equipment = {{equipment}};

self.onmessage = (event) => {
  self.onmessage = null;
  const [module, halt] = event.data;
  self.halt = halt;
  init({ module_or_path: module }).catch((error) => setTimeout(() => { throw error; }));
};
