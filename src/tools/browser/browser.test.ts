// The browser tools on a real Chromium and a server on loopback; skipped, and said so, where there is no Chromium.

import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { imageSize } from "../../kernel/files/image-size.ts";
import { type TempDir, tempDir } from "../../testing/fakes.ts";
import { createNetGuard } from "../guarded-fetch.ts";
import { type Bench, createBench } from "../testbench.ts";
import { browserTools } from "./browser-tools.ts";
import { findChromium } from "./find-chromium.ts";
import { profileFolders } from "./profile-folders.ts";
import { type BrowserSessions, createBrowserSessions } from "./sessions.ts";
import { imageShrinker } from "./shrink-image.ts";

const chromium = findChromium(process.env.PATH ?? "");

const FORM = `<html><head><title>Shop</title></head><body><h1>Hello</h1>
<label>Name <input id="n"></label><button onclick="document.getElementById('out').textContent='Hi '+document.getElementById('n').value;console.log('clicked')">Greet</button>
<p id="out"></p><a href="/two">Next</a><img src="/pic.png" alt="A picture"><div style="height:3000px"></div></body></html>`;

const PAGES: Readonly<Record<string, string>> = {
  "/two": "<title>Two</title><h1>Second page</h1>",
  "/ask": `<title>Ask</title><button onclick="this.textContent='said '+confirm('Really?')">Delete</button>`,
  "/window": `<title>Window</title><a href="/two" target="_blank">Elsewhere</a>`,
  "/stay": `<title>Stay</title><input aria-label="Word"><script>onbeforeunload = (event) => event.preventDefault()</script>`,
  "/spin": `<title>Spin</title><button onclick="for(;;);">Spin</button>`,
  "/framed": `<title>Framed</title><iframe srcdoc="<button>Keep</button><button>Cancel</button>"></iframe>`,
  "/list": `<title>List</title><select aria-label="Colour" onchange="document.title=this.value"><option value="r">Red</option><option value="b">Blue</option></select>`,
};

let server: Server;
let base: string;
const hosts: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    hosts.push(request.headers.host ?? "");
    response.setHeader("content-type", "text/html");
    const page = PAGES[request.url ?? ""];
    if (page !== undefined) response.end(page);
    else if (request.url === "/away") response.writeHead(302, { location: "http://169.254.169.254/latest" }).end();
    else if (request.url === "/gone") response.writeHead(404).end("<title>No</title>nothing here");
    else if (request.url === "/file")
      response.writeHead(200, { "content-disposition": "attachment; filename=a.bin" }).end("x");
    else if (request.url === "/inner")
      response.end(
        `<title>I</title><script>fetch("http://169.254.169.254/x").then(r=>r.text()).then(t=>document.title=t,e=>document.title="blocked")</script>`,
      );
    else response.end(FORM);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

describe.skipIf(chromium === undefined)("with Chromium", () => {
  let bench: Bench;
  let sessions: BrowserSessions;
  let shots: TempDir;
  const guard = createNetGuard({ allowPrivate: true });
  beforeAll(async () => {
    shots = await tempDir();
    const takeFolder = profileFolders({ parent: shots.path, owner: "me", isAlive: () => true });
    sessions = createBrowserSessions({ executable: chromium ?? "", guard, takeFolder, root: process.getuid?.() === 0 });
    const screenshots = { dir: shots.path, now: () => 0, newId: () => "shot_1" };
    const see = async (image: { readonly mime: string }, question: string) =>
      ({ type: "described", text: `${image.mime} ${question}` }) as const;
    bench = await createBench(browserTools({ sessions, guard, see, screenshots }));
  });
  afterAll(async () => {
    await sessions.dispose();
    await bench.remove();
    await shots.remove();
  });
  const call = (name: string, input: object = {}, context: object = {}) =>
    bench.call(`browser_${name}`, input, context);
  const refOf = (snapshot: string, words: string) => new RegExp(`${words}.*?(@\\w+)`).exec(snapshot)?.[1];

  test("a form is read, filled and used by reference", async () => {
    const opened = await call("navigate", { url: base });
    expect(opened).toMatchObject({ success: true, title: "Shop", url: `${base}/` });
    expect(opened.element_count).toBe(3);
    await call("type", { ref: refOf(opened.snapshot, 'textbox "Name"'), text: "Bee" });
    await call("click", { ref: refOf(opened.snapshot, 'button "Greet"') });
    expect((await call("snapshot")).snapshot).toContain("Hi Bee");
    expect((await call("console", {})).console_messages).toEqual([{ type: "log", text: "clicked" }]);
    expect((await call("console", { expression: "1 + 1" })).result).toBe("2");
    expect((await call("get_images")).images).toMatchObject([{ src: `${base}/pic.png`, alt: "A picture" }]);
  });

  test("links lead on, back leads back, scrolling scrolls", async () => {
    const opened = await call("navigate", { url: base });
    await call("click", { ref: refOf(opened.snapshot, 'link "Next"') });
    expect((await call("snapshot")).title).toBe("Two");
    expect((await call("back")).url).toBe(`${base}/`);
    await call("scroll", { direction: "down" });
    await expect.poll(async () => Number((await call("console", { expression: "scrollY" })).result)).toBeGreaterThan(0);
  });

  test("a screenshot is saved and looked at, with marks on request", async () => {
    await call("navigate", { url: base });
    const result = await call("vision", { question: "what?", annotate: true });
    expect(result).toMatchObject({ success: true, analysis: "image/jpeg what?" });
    expect(existsSync(result.screenshot_path)).toBe(true);
  });

  test("conversations do not share pages", async () => {
    await call("navigate", { url: `${base}/two` });
    expect((await call("snapshot", {}, { sessionId: "other" })).error).toContain("No page is open");
  });

  test("a page follows its conversation to another id, and is closed under that one", async () => {
    await call("navigate", { url: `${base}/two` }, { sessionId: "before" });
    sessions.carry("before", "after");
    expect((await call("snapshot", {}, { sessionId: "after" })).title).toBe("Two");
    expect((await call("snapshot", {}, { sessionId: "before" })).error).toContain("No page is open");
    sessions.carry("after", "before");
    expect((await call("snapshot", {}, { sessionId: "after" })).title).toBe("Two");
  });

  test("a page's own requests are judged too", async () => {
    await call("navigate", { url: `${base}/inner` });
    await expect.poll(async () => (await call("snapshot")).title).toMatch(/blocked|metadata/);
  });

  test("references look the same on every page, and one of an older page finds nothing", async () => {
    const first = await call("navigate", { url: base });
    const old = refOf(first.snapshot, 'button "Greet"');
    const second = await call("navigate", { url: `${base}/ask` });
    const now = refOf(second.snapshot, "button");
    expect([old, now]).toEqual([expect.stringMatching(/^@e\d+$/), expect.stringMatching(/^@e\d+$/)]);
    expect((await call("click", { ref: old })).error).toContain(`There is no element ${old}`);
    expect(refOf((await call("snapshot")).snapshot, "button")).toBe(now);
    expect(await call("click", { ref: now?.slice(1) })).toMatchObject({ success: true });
  });

  test("what a frame showed before is not taken for what it shows now", async () => {
    const button = async (words: string) => {
      await expect.poll(async () => (await call("snapshot")).snapshot).toContain(`button "${words}"`);
      return refOf((await call("snapshot")).snapshot, `button "${words}"`);
    };
    await call("navigate", { url: `${base}/framed` });
    const [kept, old] = [await button("Keep"), await button("Cancel")];
    const shown = "<button>Keep</button><button onclick='top.document.title=\"paid\"'>Pay</button>";
    await call("console", { expression: `document.querySelector("iframe").srcdoc = ${JSON.stringify(shown)}` });
    const now = await button("Pay");
    expect([kept, old]).not.toContain(now);
    expect((await call("click", { ref: old })).error).toContain(`There is no element ${old}`);
    await call("click", { ref: now });
    expect((await call("snapshot")).title).toBe("paid");
  });

  test("a page that is opened again after a while does not give old references a new meaning", async () => {
    const first = await call("navigate", { url: base }, { sessionId: "idle" });
    await sessions.dispose();
    const again = await call("navigate", { url: base }, { sessionId: "idle" });
    const [old, now] = [first, again].map(({ snapshot }) => refOf(snapshot, 'button "Greet"'));
    expect(now).not.toBe(old);
    expect((await call("click", { ref: old }, { sessionId: "idle" })).error).toContain(`There is no element ${old}`);
  });

  test("a wrong reference and a refused address are sentences", async () => {
    expect((await call("navigate", { url: "http://metadata.google.internal/" })).error).toContain("metadata");
    expect((await call("navigate", { url: "file:///etc/passwd" })).success).toBe(false);
    await call("navigate", { url: base });
    expect((await call("click", { ref: "@e999" })).error).toContain("There is no element @e999");
    const stop = new AbortController();
    const waiting = call("console", { expression: "new Promise(() => {})" }, { signal: stop.signal });
    stop.abort();
    expect((await waiting).error).toBe("Interrupted.");
  });

  test("a redirect to a forbidden address is a failure, not a page; a missing page says its status, a file that it is one", async () => {
    expect(await call("navigate", { url: `${base}/away` })).toMatchObject({
      success: false,
      error: expect.stringContaining("cloud metadata"),
    });
    expect(await call("navigate", { url: `${base}/gone` })).toMatchObject({ success: true, status: 404 });
    expect((await call("navigate", { url: `${base}/file` })).error).toContain("a file to download");
    const { port } = new URL(base);
    expect((await call("navigate", { url: "https://127.0.0.1:9/" })).error).toContain("UNSAFE_PORT");
    expect((await call("navigate", { url: `https://[::1]:${port}/` })).error).toContain("could not be reached");
  });

  test("a dialog is answered and told", async () => {
    const opened = await call("navigate", { url: `${base}/ask` });
    expect(await call("click", { ref: refOf(opened.snapshot, "button") })).toMatchObject({
      dialogs: [{ type: "confirm", message: "Really?", answered: "dismissed" }],
    });
    expect((await call("snapshot")).snapshot).toContain("said false");
  });

  test("a page that wants to keep its visitor does not", async () => {
    const opened = await call("navigate", { url: `${base}/stay` });
    await call("type", { ref: refOf(opened.snapshot, "textbox"), text: "half done" });
    await call("press", { key: "Tab" });
    expect(await call("navigate", { url: `${base}/two` })).toMatchObject({ success: true, title: "Two" });
  });

  test("a window that a click opens comes to the front, and back leaves it; the first page stays open", async () => {
    const opened = await call("navigate", { url: `${base}/window` }, { sessionId: "windows" });
    await call("click", { ref: refOf(opened.snapshot, "link") }, { sessionId: "windows" });
    expect((await call("snapshot", {}, { sessionId: "windows" })).title).toBe("Two");
    expect(await call("back", {}, { sessionId: "windows" })).toMatchObject({ success: true, url: `${base}/window` });
    expect((await call("back", {}, { sessionId: "windows" })).error).toContain("no page to go back to");
    expect((await call("snapshot", {}, { sessionId: "windows" })).title).toBe("Window");
  });

  test("an option of a list is chosen by its name", async () => {
    const opened = await call("navigate", { url: `${base}/list` });
    await call("type", { ref: refOf(opened.snapshot, "combobox"), text: "Blue" });
    expect((await call("snapshot")).title).toBe("b");
  });

  test("a page that no longer answers is closed, and the next one opens", async () => {
    const screenshots = { dir: shots.path, now: () => 0, newId: () => "shot_2" };
    const tools = browserTools({ sessions, guard, see: async () => ({ type: "attach" }), screenshots, limitMs: 1_500 });
    const hasty = await createBench(tools);
    try {
      const opened = await hasty.call("browser_navigate", { url: `${base}/spin` }, { sessionId: "spin" });
      const spun = await hasty.call("browser_click", { ref: refOf(opened.snapshot, "button") }, { sessionId: "spin" });
      expect(spun.error).toContain("stopped answering");
      expect((await hasty.call("browser_snapshot", {}, { sessionId: "spin" })).error).toContain("No page is open");
      expect(await hasty.call("browser_navigate", { url: `${base}/two` }, { sessionId: "spin" })).toMatchObject({
        title: "Two",
      });
    } finally {
      await hasty.remove();
    }
  });

  test("a browser that was killed is started again", async () => {
    await call("navigate", { url: base });
    for (const pid of await browserProcesses()) process.kill(pid, "SIGKILL");
    await expect.poll(async () => (await call("snapshot")).error).toMatch(/is gone|No page is open/);
    expect(await call("navigate", { url: `${base}/two` })).toMatchObject({ success: true, title: "Two" });
  });

  test("a picture too large for a model is made smaller", async () => {
    const drawn = await sessions.use("default", 30_000, async ({ page }) => {
      await page.setContent("<canvas width=9000 height=30></canvas>");
      return page.evaluate("document.querySelector('canvas').toDataURL().slice(22)");
    });
    const bytes = Buffer.from(String(drawn), "base64");
    expect(imageSize(bytes)).toEqual({ width: 9000, height: 30 });
    const small = await imageShrinker(sessions)(bytes, "image/png", { maxBytes: 100_000, maxSide: 900 });
    expect(imageSize(small ?? new Uint8Array())).toEqual({ width: 900, height: 3 });
    expect(await imageShrinker(sessions)(Buffer.from("no"), "image/png", { maxBytes: 1, maxSide: 1 })).toBeUndefined();
  });

  test("results name the site they come from", async () => {
    expect((await bench.raw("browser_navigate", { url: base })).taint).toContain("127.0.0.1");
  });
});

test("a browser that does not start says so, and is tried again", async () => {
  const place = await tempDir();
  const executable = join(place.path, "chromium");
  await writeFile(executable, '#!/bin/sh\necho "No usable sandbox!" >&2\nexit 1\n', { mode: 0o755 });
  const guard = createNetGuard({ allowPrivate: true });
  const takeFolder = profileFolders({ parent: place.path, owner: "me", isAlive: () => true });
  const sessions = createBrowserSessions({ executable, guard, takeFolder, root: false });
  const screenshots = { dir: place.path, now: () => 0, newId: () => "shot" };
  const bench = await createBench(
    browserTools({ sessions, guard, see: async () => ({ type: "attach" }), screenshots }),
  );
  const { error } = await bench.call("browser_navigate", { url: base });
  expect(error).toContain(`${executable} could not be started: this system gives it no sandbox`);
  expect((await bench.call("browser_navigate", { url: base })).error).toBe(error);
  await sessions.dispose();
  await Promise.all([bench.remove(), place.remove()]);
});

/** The browsers that this very process has started. */
async function browserProcesses(): Promise<readonly number[]> {
  const { readdir, readFile } = await import("node:fs/promises");
  const found: number[] = [];
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    const parent = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
    if (parent === String(process.pid) && command.includes("--remote-debugging-pipe")) found.push(Number(pid));
  }
  return found;
}

test("a browser is found by looking along PATH", () => {
  expect(findChromium("/a:/b", (file) => file === "/b/google-chrome")).toBe("/b/google-chrome");
  expect(findChromium("/a", () => false)).toBeUndefined();
});
