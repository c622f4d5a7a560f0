// Starts the engine in its worker: the page compiles the module once and sends it as the first message, with the
// number by which it ends a search where they can share one. The engine's files in this bundle are listed
// for it, so that it asks for none in vain. A helper is started by another engine in the same way, with the memory they
// share and a number of its own.
import init from "./brain.js";

self.equipment = {{equipment}};

self.onmessage = (event) => {
  self.onmessage = null;
  const [module, halt, pool, number] = event.data;
  Object.assign(self, { module, halt, pool, number });
  init({ module_or_path: module }).catch((error) => setTimeout(() => { throw error; }));
};
