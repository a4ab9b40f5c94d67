import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { tempDir } from "../testing/fakes.ts";
import { openToolSocket } from "./tool-channel.ts";

/** What nobody took care of until the test ends: outside a test it ends the program. */
function unhandled(): readonly unknown[] {
  const reasons: unknown[] = [];
  const note = (reason: unknown) => void reasons.push(reason);
  process.on("unhandledRejection", note);
  onTestFinished(() => void process.off("unhandledRejection", note));
  return reasons;
}

test.each(["script", "program"])("a script may die with its answer unread, the %s closing first", async (first) => {
  await using place = await tempDir();
  const reasons = unhandled();
  const channel = await openToolSocket(place.join("tools.sock"), async () => "x".repeat(4_000_000));
  const script = connect(place.join("tools.sock"));
  script.write('{"tool":"read_file","input":{}}\n'.repeat(2));
  await once(script, "readable");
  script.destroy();
  if (first === "script") await sleep(50);
  await channel.close();
  await sleep(50);
  expect(reasons).toEqual([]);
});
