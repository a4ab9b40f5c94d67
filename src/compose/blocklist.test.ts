import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Home } from "../config/home.ts";
import type { Config } from "../config/schema.ts";
import { websiteBlocklist } from "./blocklist.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "blocklist-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const blocklist = (enabled: boolean, files: readonly string[]) =>
  websiteBlocklist({
    home: { path: (name: string) => join(root, name) } as unknown as Home,
    config: {
      security: { website_blocklist: { enabled, domains: ["bad.example", "*.bücher.example"], shared_files: files } },
    } as unknown as Config,
  });

test("what the config names and what shared files hold is blocked; an edit counts at once", () => {
  writeFileSync(join(root, "ads.txt"), "# ads\nads.example\n");
  const blocks = blocklist(true, ["ads.txt", join(root, "ads.txt")]);
  expect(blocks("www.bad.example")).toContain("(bad.example)");
  expect(blocks("x.ads.example")).toContain("(ads.example)");
  expect(blocks("fine.example")).toBeUndefined();
  writeFileSync(join(root, "ads.txt"), "ads.example\nno-longer-fine.example\nfine.example\n");
  expect(blocks("fine.example")).toContain("blocklist");
});

test("a name in another script is blocked as addresses spell it, and told as it was written", () => {
  writeFileSync(join(root, "ads.txt"), "ПРИМЕР.рф\nwide。example\n");
  const blocks = blocklist(true, ["ads.txt"]);
  const why = (url: string) => blocks(new URL(url).hostname);
  expect(why("https://www.bücher.example/")).toContain("(*.bücher.example)");
  expect(why("https://a.пример.рф/")).toContain("(ПРИМЕР.рф)");
  expect(why("https://wide.example/")).toContain("(wide。example)");
  expect(why("https://bücher.example/")).toBeUndefined();
});

test("a list that cannot be read blocks everything until it can, and says so", () => {
  const blocks = blocklist(true, ["missing.txt"]);
  expect(blocks("fine.example")).toMatch(/missing\.txt cannot be read \(ENOENT\).*shared_files/);
  writeFileSync(join(root, "missing.txt"), "ads.example\n");
  expect(blocks("fine.example")).toBeUndefined();
});

test("switched off it blocks nothing and looks at nothing", () => {
  expect(blocklist(false, ["missing.txt"])("bad.example")).toBeUndefined();
});
