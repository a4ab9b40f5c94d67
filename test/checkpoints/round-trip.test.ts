// Any state, any other state: going back gives the first, taking that back gives the second, byte for byte.

import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { idOf, world } from "./world.ts";

type Item =
  | { readonly type: "file"; readonly content: string; readonly runnable: boolean }
  | { readonly type: "link"; readonly to: string };
type State = Readonly<Record<string, Item>>;

// Names that are a file in one state may be a folder in the other.
const NAMES = ["a", "a/b", "a/b/c", "d", "d/e", "f g", "ü"];
const item: fc.Arbitrary<Item> = fc.oneof(
  fc.record({ type: fc.constant("file" as const), content: fc.string({ maxLength: 12 }), runnable: fc.boolean() }),
  fc.record({ type: fc.constant("link" as const), to: fc.constantFrom("a", "../x", "/etc/hostname", "nowhere") }),
);
const state: fc.Arbitrary<State> = fc
  .dictionary(fc.constantFrom(...NAMES), item, { minKeys: 1 })
  .map((all) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !ancestors(name).some((above) => above in all))),
  );

const ancestors = (name: string) =>
  name
    .split("/")
    .map((_, index, parts) => parts.slice(0, index).join("/"))
    .slice(1);

function write(dir: string, wanted: State): void {
  for (const name of readdirSync(dir)) rmSync(join(dir, name), { recursive: true });
  for (const [name, one] of Object.entries(wanted)) {
    const path = join(dir, name);
    mkdirSync(dirname(path), { recursive: true });
    if (one.type === "link") symlinkSync(one.to, path);
    else {
      writeFileSync(path, one.content);
      chmodSync(path, one.runnable ? 0o755 : 0o644);
    }
  }
}

function read(dir: string, inside = ""): State {
  const found: Record<string, Item> = {};
  for (const name of readdirSync(join(dir, inside))) {
    const path = inside === "" ? name : `${inside}/${name}`;
    const info = lstatSync(join(dir, path));
    if (info.isDirectory()) Object.assign(found, read(dir, path));
    else if (info.isSymbolicLink()) found[path] = { type: "link", to: readlinkSync(join(dir, path)) };
    else
      found[path] = {
        type: "file",
        content: readFileSync(join(dir, path), "utf8"),
        runnable: (info.mode & 0o100) !== 0,
      };
  }
  return found;
}

test("there and back again", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(state, state, async (first, second) => {
      const { dir, checkpoints } = world();
      write(dir, first);
      const id = idOf(await checkpoints.save(dir, "first"));
      write(dir, second);
      const back = await checkpoints.restore(dir, id, { removeNew: true });
      expect(read(dir)).toEqual(first);
      expect(back.leftOut).toEqual([]);
      await checkpoints.restore(dir, back.undo ?? "", { removeNew: true });
      expect(read(dir)).toEqual(second);
    }),
    { numRuns: 12 },
  );
});
