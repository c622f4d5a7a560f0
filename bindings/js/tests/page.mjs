// The guide's page in a real browser: node page.mjs DIR. Plays a move by clicking and waits for the engine's answer.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
const folder = process.argv[2];

const server = createServer(async (request, response) => {
  const path = normalize(new URL(request.url, "http://localhost").pathname).replace(/\/$/, "/index.html");
  const found = await readFile(join(folder, path)).catch(() => null);
  response.writeHead(found ? 200 : 404, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" });
  response.end(found ?? "");
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));

/** A free port: asked for and given back. */
async function freePort() {
  const asked = createServer();
  await new Promise((ready) => asked.listen(0, "127.0.0.1", ready));
  const { port } = asked.address();
  await new Promise((closed) => asked.close(closed));
  return port;
}

const port = await freePort();
const driver = spawn("chromedriver", [`--port=${port}`], { stdio: "ignore" });

async function ask(method, path, body) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method, body: body && JSON.stringify(body), headers: { "content-type": "application/json" },
  });
  const { value } = await response.json();
  if (value?.error) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

/** Tries again until it goes, for half a minute. */
async function until(what, attempt) {
  let last;
  for (let tries = 0; tries < 300; tries += 1) {
    const found = await attempt().catch((error) => ((last = error), undefined));
    if (found) return found;
    await pause(100);
  }
  throw new Error(`${what} did not come: ${last?.message ?? ""}`);
}

try {
  await until("chromedriver", async () => (await ask("GET", "/status")).ready);
  const args = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
  const { sessionId } = await ask("POST", "/session", { capabilities: { alwaysMatch: { "goog:chromeOptions": { args } } } });
  const session = `/session/${sessionId}`;
  const run = (script) => ask("POST", `${session}/execute/sync`, { script, args: [] });
  await ask("POST", `${session}/url`, { url: `http://127.0.0.1:${server.address().port}/` });
  await until("the board", () => run("return document.querySelector('#board svg') !== null"));
  const click = (col, row) => run(`
    const box = document.querySelector("#board svg").getBoundingClientRect(), cell = box.width / 8;
    const at = { clientX: box.left + ${col + 0.5} * cell, clientY: box.top + ${row + 0.5} * cell, bubbles: true };
    document.querySelector("#board svg").dispatchEvent(new MouseEvent("click", at));`);
  const says = () => run("return document.getElementById('says').textContent");
  await click(2, 5);
  await click(2, 3);
  assert.match(await until("the refusal", async () => (await says()).startsWith("Click") ? null : says()), /\w/);
  await click(2, 5);
  await click(3, 4);
  const text = await until("the engine's answer", async () => { const text = await says(); return /Damka plays/.test(text) && text; });
  assert.match(text, /^You played c3-d4\. Damka plays \w\d[-:]\w\d/);
  console.log(`in a browser: ${text}`);
  await ask("DELETE", session);
} finally {
  driver.kill();
  server.close();
}
