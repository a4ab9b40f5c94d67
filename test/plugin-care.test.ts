// Plugins that dawdle and plugins that go: what stays of them on disk and in the settings.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { brokenPlugins } from "../src/compose/plugins/broken.ts";
import { discoverPlugins } from "../src/compose/plugins/discover.ts";
import { loadPlugins } from "../src/compose/plugins/load.ts";
import { pluginAdmin } from "../src/compose/plugins/manage.ts";
import { type Home, homeAt } from "../src/config/home.ts";
import { loadConfig } from "../src/config/load.ts";
import { SILENT_LOG } from "../src/contracts/log.ts";

let home: Home;
beforeEach(() => {
  home = homeAt(mkdtempSync(join(tmpdir(), "plugin-care-")), "default", process.platform);
});
afterEach(() => rmSync(home.root, { recursive: true, force: true }));

const facts = () => ({ env: {}, platform: process.platform, userHome: home.root, cwd: home.root });
const admin = () => pluginAdmin({ home, config: loadConfig({ home, env: {} }).config, facts: facts() });

function plant(name: string, setup: string): void {
  const dir = join(home.plugins, name);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "plugin.yaml"), `name: ${name}\n`);
  writeFileSync(join(dir, "index.mjs"), `export default { name: "${name}", setup: ${setup} };\n`);
}

test("one that never comes back is tried once, listed as broken, and tried again when enabled", async () => {
  plant("slow", "() => { globalThis.slowStarts = (globalThis.slowStarts ?? 0) + 1; return new Promise(() => {}); }");
  await admin().enable("slow");
  const load = async () => {
    const { plugins } = await discoverPlugins([{ dir: home.plugins, origin: "user" }]);
    return loadPlugins(plugins, {
      env: {},
      log: SILENT_LOG,
      settings: () => ({}),
      dataDir: () => home.root,
      broken: brokenPlugins(home, SILENT_LOG),
      deadlineMs: 700,
    });
  };
  const starts = () => Reflect.get(globalThis, "slowStarts");
  expect((await load()).problems).toEqual([expect.stringContaining("took longer")]);
  expect((await load()).problems).toEqual([expect.stringContaining("hermes plugins enable slow")]);
  expect(starts()).toBe(1);
  expect((await admin().list()).plugins).toMatchObject([{ name: "slow", state: "broken" }]);
  await admin().enable("slow");
  expect((await admin().list()).plugins).toMatchObject([{ name: "slow", state: "on" }]);
  await load();
  expect(starts()).toBe(2);
});

test.each([
  [undefined, false],
  [{ data: true }, true],
])("disabled and removed with %j, nothing of it is left in the settings", async (keep, stays) => {
  plant("guest", "() => ({})");
  const data = join(home.path("plugin-data"), "guest");
  mkdirSync(data, { recursive: true });
  await admin().disable("guest");
  await admin().remove("guest", keep);
  expect(existsSync(data)).toBe(stays);
  expect(readFileSync(home.config, "utf8")).not.toContain("guest");
});

test("a manifest that is there and cannot be read is told, one that is not there is not", async () => {
  mkdirSync(join(home.plugins, "odd", "plugin.yaml"), { recursive: true });
  mkdirSync(join(home.plugins, "empty"));
  const { plugins, problems } = await discoverPlugins([
    { dir: home.plugins, origin: "user" },
    { dir: join(home.root, "nowhere"), origin: "project" },
  ]);
  expect(plugins).toEqual([]);
  expect(problems).toEqual([expect.stringContaining("EISDIR")]);
});
