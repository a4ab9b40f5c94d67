import { writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { tempDir } from "../../testing/fakes.ts";
import { threadedEngine } from "./threaded-engine.ts";

test("a thread that ends fails its calls and is replaced; one that was lost while idle keeps nobody waiting", async () => {
  await using place = await tempDir();
  const file = place.join("thread.mjs");
  // Answers the first call of each life and then ends.
  await writeFile(
    file,
    `import { parentPort } from "node:worker_threads";
     parentPort.once("message", ({ n, verb }) => {
       if (verb === "hold") process.exit(1);
       parentPort.postMessage({ n, type: "done", value: verb });
       setImmediate(() => process.exit(0));
     });`,
  );
  const engine = threadedEngine(pathToFileURL(file));
  await expect(engine.hold([])).rejects.toThrow("the thread ended");
  expect(await engine.embed([])).toBe("embed");
  await expect.poll(() => engine.nearest("x", 1).catch((error: Error) => error.message)).toBe("nearest");
  await engine.close();
});

test("a thread that took vectors with it is not replaced by one that would find nothing", async () => {
  await using place = await tempDir();
  const file = place.join("thread.mjs");
  await writeFile(
    file,
    `import { parentPort } from "node:worker_threads";
     parentPort.once("message", ({ n }) => {
       parentPort.postMessage({ n, type: "done", value: [] });
       parentPort.close();
     });`,
  );
  const engine = threadedEngine(pathToFileURL(file));
  await engine.hold([]);
  for (let call = 0; call < 2; call++) await expect(engine.nearest("x", 1)).rejects.toThrow("the thread ended");
  await engine.close();
});

test("a thread that cannot be started is closed without a word", async () => {
  const engine = threadedEngine(new URL("https://nowhere.example/thread.mjs"));
  await expect(engine.embed([])).rejects.toThrow();
  await engine.close();
});
