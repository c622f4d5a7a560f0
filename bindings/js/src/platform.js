// What differs between Node and a browser: reading a file beside this one, and starting a worker.

export const isNode = typeof globalThis.process?.versions?.node === "string";

/** The bytes of a file, or null where there is none. */
export async function bytes(url) {
  if (isNode && url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return readFile(url).catch(() => null);
  }
  const response = await fetch(url);
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
}

/** The source of a module for wasm-bindgen: compiled while it is fetched where that is possible. */
export async function module(url) {
  if (!isNode || url.protocol !== "file:") return fetch(url);
  const read = await bytes(url);
  if (!read) throw new Error(`${url} cannot be read`);
  return read;
}

/** A worker that runs a file beside this one. */
export async function worker(url, heard, failed) {
  if (isNode) {
    const { Worker } = await import("node:worker_threads");
    const started = new Worker(url);
    started.on("message", heard);
    started.on("error", failed);
    // A worker that has nothing to do does not keep the program alive.
    started.unref();
    return started;
  }
  const started = new globalThis.Worker(url, { type: "module" });
  started.onmessage = (event) => heard(event.data);
  started.onerror = (event) => failed(new Error(event.message ?? "the worker failed"));
  return started;
}
