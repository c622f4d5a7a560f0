// The engine's worker, in a browser or in Node: loads the engine, gives it a variant's files, asks and tells.

import { BOOKS, WEIGHTS } from "./equipment.js";
import { bytes, isNode, module } from "./platform.js";

let port = globalThis;
let shared = null;
let current = 0;
let pass = null;
let nextLook = 0;

/** Can something be fetched there, without waiting for messages? */
function isThere(address) {
  try {
    const request = new XMLHttpRequest();
    request.open("GET", address, false);
    request.send();
    return request.status === 200;
  } catch {
    return false;
  }
}

// Called by the engine every thousand positions or so.
globalThis.damkaHalted = () => {
  if (shared) return Atomics.load(shared, 0) === current;
  if (!pass || performance.now() < nextLook) return false;
  const gone = !isThere(pass);
  nextLook = performance.now() + 10;
  return gone;
};

const loaded = (async () => {
  const { default: init, Engine } = await import("./engine-module.js");
  await init({ module_or_path: await module(new URL("./engine-module.wasm", import.meta.url)) });
  return new Engine();
})();

let equipment = null;

async function file(folder, names, listed) {
  const name = names.find((name) => listed.includes(name));
  return name === undefined ? undefined : (await bytes(new URL(`${name}.bin`, folder))) ?? undefined;
}

function tell(text) {
  port.postMessage(text);
}

async function answer({ id, message, pass: given }) {
  try {
    const engine = await loaded;
    const lineage = engine.wants(message)?.split(" ");
    if (lineage) {
      const weights = await file(equipment.weights, lineage, WEIGHTS);
      const book = await file(equipment.books, lineage.slice(0, 1), BOOKS);
      engine.equip(lineage[0], weights, book);
    }
    [current, pass, nextLook] = [id, given, 0];
    engine.answer(message, tell);
  } catch (error) {
    tell(JSON.stringify({ failed: { id, reason: String(error?.message ?? error) } }));
  }
}

// One after the other, for the files of a variant are waited for.
let last = Promise.resolve();

function heard(data) {
  if (data.equipment) {
    ({ equipment, shared } = data);
  } else {
    last = last.then(() => answer(data));
  }
}

// In a browser at once, or the first message would be missed; Node keeps messages until somebody listens.
if (!isNode) {
  globalThis.onmessage = (event) => heard(event.data);
} else {
  import("node:worker_threads").then(({ parentPort }) => {
    port = parentPort;
    port.on("message", heard);
  });
}
