import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ensureHome } from "./ensure-home.ts";
import { type Home, homeAt } from "./home.ts";
import { loadConfig } from "./load.ts";
import { lostActiveProfile, openHome } from "./open-home.ts";
import { exportProfile, importProfile } from "./profile-archive.ts";
import { createProfile, deleteProfile, listProfiles, renameProfile, showProfile, useProfile } from "./profiles.ts";
import { setKey } from "./save.ts";
import { TAR_END, tarHeader } from "./tar.ts";

let place: string;
let home: Home;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "profiles-"));
  home = homeAt(join(place, "h"), "default", process.platform);
  ensureHome(home);
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const facts = () => ({ env: { HERMES_HOME: home.root }, platform: process.platform, userHome: place, cwd: place });
const put = (path: string, text: string) => {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text);
};

test("a profile is a private, complete home that shares nothing", () => {
  const work = createProfile(home, { name: "Work", description: "Day job" });
  setKey({ home: work, env: {} }, "agent.max_turns", "3");
  expect(statSync(work.root).mode & 0o777).toBe(0o700);
  expect(statSync(work.env).mode & 0o777).toBe(0o600);
  expect(existsSync(work.soul)).toBe(true);
  expect([home, work].map((one) => loadConfig({ home: one, env: {} }).config.agent.max_turns)).toEqual([90, 3]);
  expect(listProfiles(home)).toMatchObject([
    { name: "default", isActive: true },
    { name: "work", isActive: false, description: "Day job" },
  ]);
});

test("the sticky choice is followed, beaten by the flag, and forgotten with the profile", () => {
  createProfile(home, { name: "work" });
  createProfile(home, { name: "play" });
  useProfile(home, "work");
  expect(openHome(facts()).profile).toBe("work");
  expect(openHome(facts(), "play").profile).toBe("play");
  expect(openHome(facts(), "default").root).toBe(home.root);
  expect(openHome({ ...facts(), env: { HERMES_HOME: join(home.profiles, "play") } }).profile).toBe("play");
  renameProfile(home, "work", "job");
  expect(openHome(facts()).profile).toBe("job");
  deleteProfile(home, "job");
  expect(openHome(facts()).profile).toBe("default");
  expect(readdirSync(home.profiles)).toEqual(["play"]);
  useProfile(home, "play");
  useProfile(home, "default");
  expect(existsSync(home.activeProfile)).toBe(false);
});

test("a missing profile is named together with those that exist", () => {
  createProfile(home, { name: "work" });
  expect(() => openHome(facts(), "wrk")).toThrow(
    expect.objectContaining({ kind: "unknown-profile", message: expect.stringContaining("default, work") }),
  );
  expect(() => showProfile(home, "nope")).toThrow(expect.objectContaining({ kind: "unknown-profile" }));
  writeFileSync(home.activeProfile, "gone\n");
  expect(() => openHome(facts())).toThrow(
    expect.objectContaining({
      kind: "unknown-profile",
      message: expect.stringContaining("hermes profile use default"),
    }),
  );
  expect(lostActiveProfile(facts())).toBe("gone");
  createProfile(home, { name: "gone" });
  expect(lostActiveProfile(facts())).toBeUndefined();
});

test("a damaged choice means the default", () => {
  writeFileSync(home.activeProfile, "../../etc\n");
  expect(openHome(facts()).root).toBe(home.root);
});

test("the default stays, names are taken once, and outsiders are refused", () => {
  createProfile(home, { name: "work" });
  for (const action of [
    () => deleteProfile(home, "default"),
    () => renameProfile(home, "default", "x"),
    () => createProfile(home, { name: "work" }),
    () => createProfile(home, { name: "root" }),
    () => deleteProfile(home, "../x"),
    () => renameProfile(home, "work", "default"),
  ]) {
    expect(action).toThrow(expect.objectContaining({ kind: "invalid" }));
  }
  expect(existsSync(home.root)).toBe(true);
});

test("a clone takes settings, identity, skills and memory; a full one all but history", () => {
  writeFileSync(home.config, "agent: {max_turns: 4}\n");
  writeFileSync(home.env, "A_API_KEY=x\n");
  put(home.path("skills", "c", "s", "SKILL.md"), "skill");
  put(home.memoryFile, "note");
  put(home.path("skins", "mine.yaml"), "skin");
  put(home.stateDb, "db");
  put(home.path("sessions", "x.json"), "{}");
  const some = createProfile(home, { name: "some", clone: "config" });
  expect(readFileSync(some.path("skills", "c", "s", "SKILL.md"), "utf8")).toBe("skill");
  expect(readFileSync(some.env, "utf8")).toBe("A_API_KEY=x\n");
  expect(existsSync(some.path("skins", "mine.yaml"))).toBe(false);
  const all = createProfile(home, { name: "all", clone: "all", noSkills: true });
  expect(existsSync(all.path("skins", "mine.yaml"))).toBe(true);
  expect(existsSync(all.path(".no-bundled-skills"))).toBe(true);
  for (const gone of ["state.db", "sessions/x.json", "profiles", "skills/c"])
    expect(existsSync(all.path(gone))).toBe(false);
  expect(
    loadConfig({ home: createProfile(home, { name: "third", clone: "config", from: "some" }), env: {} }).config.agent
      .max_turns,
  ).toBe(4);
});

describe("archives", () => {
  const archive = () => join(place, "p.tar.gz");

  function digest(root: string): Record<string, string> {
    const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return Object.fromEntries(
      files
        .map((entry) => [
          join(entry.parentPath, entry.name).slice(root.length),
          createHash("sha256")
            .update(readFileSync(join(entry.parentPath, entry.name)))
            .digest("hex"),
        ])
        .sort(),
    );
  }

  function bomb(...members: { path: string; type?: string; body?: string }[]): void {
    const blocks = members.flatMap(({ path, type = "0", body = "" }) => {
      const header = tarHeader({ path, type: "file", mode: 0o644, mtimeMs: 0, size: body.length });
      header.write(type, 156);
      header.write("        ", 148);
      header.write(
        `${header
          .reduce((sum, byte) => sum + byte, 0)
          .toString(8)
          .padStart(6, "0")}\0 `,
        148,
      );
      return [header, Buffer.from(body), Buffer.alloc((512 - (body.length % 512)) % 512)];
    });
    writeFileSync(archive(), gzipSync(Buffer.concat([...blocks, TAR_END])));
  }

  test("what goes out comes back, byte for byte, without secrets and links", async () => {
    const work = createProfile(home, { name: "work" });
    put(work.path("skills", "a".repeat(60), "b".repeat(80), "SKILL.md"), "long path");
    put(work.path("skills", "ü", "SKILL.md"), "x".repeat(200_000));
    put(work.stateDb, "rows");
    put(work.auth, "token");
    put(work.path("skills", "x", ".env"), "K=1");
    writeFileSync(work.env, "A_API_KEY=secret\n");
    symlinkSync("/etc/passwd", work.path("link"));
    await expect(exportProfile(home, "work", home.root)).rejects.toThrow(/name a file/u);
    expect(await exportProfile(home, "work", archive())).toMatchObject({ skipped: ["link"] });
    expect(statSync(archive()).mode & 0o777).toBe(0o600);
    const copy = await importProfile(home, archive(), "copy");
    const expected = Object.fromEntries(
      Object.entries(digest(work.root)).filter(([path]) => !/\.env$|auth\.json$/.test(path)),
    );
    expect(digest(copy.root)).toEqual(expected);
    expect(statSync(copy.root).mode & 0o777).toBe(0o700);
  });

  test("other tar programs read ours and we read theirs", async () => {
    const work = createProfile(home, { name: "work" });
    put(work.path("skills", "n".repeat(90), "m".repeat(90), "SKILL.md"), "hello");
    await exportProfile(home, "work", archive());
    expect(execFileSync("tar", ["-tzf", archive()], { encoding: "utf8" })).toContain(
      `work/skills/${"n".repeat(90)}/${"m".repeat(90)}/SKILL.md`,
    );
    for (const format of ["gnu", "pax", "ustar"]) {
      execFileSync("tar", [`--format=${format}`, "-czf", archive(), "-C", home.profiles, "work"]);
      const copy = await importProfile(home, archive(), `from-${format}`);
      expect(digest(copy.root)).toEqual(digest(work.root));
    }
  });

  test("the default home goes out without its history", async () => {
    put(home.stateDb, "db");
    put(home.path("logs", "agent.log"), "log");
    put(home.path("skins", "s.yaml"), "s");
    await exportProfile(home, "default", archive());
    const copy = await importProfile(home, archive(), "copy");
    expect(existsSync(copy.path("skins", "s.yaml"))).toBe(true);
    for (const gone of [copy.stateDb, copy.path("logs", "agent.log")]) expect(existsSync(gone)).toBe(false);
  });

  test.each([
    ["a parent path", [{ path: "p/../../evil" }]],
    ["an absolute path", [{ path: "/tmp/evil" }]],
    ["a drive", [{ path: "C:/evil" }]],
    ["a symbolic link", [{ path: "p/x", type: "2" }]],
    ["a hard link", [{ path: "p/x", type: "1" }]],
    ["a device", [{ path: "p/x", type: "3" }]],
    ["two folders", [{ path: "p/x" }, { path: "q/x" }]],
    ["the same file twice", [{ path: "p/x" }, { path: "p/x" }]],
    ["a file below a file", [{ path: "p/x" }, { path: "p/x/y" }]],
    ["nothing", []],
  ])("%s is refused and nothing is left", async (_, members) => {
    bomb(...members);
    await expect(importProfile(home, archive(), "copy")).rejects.toMatchObject({ name: "ConfigFailure" });
    expect(readdirSync(home.profiles)).toEqual([]);
    expect(existsSync(join(place, "evil"))).toBe(false);
  });

  test("a cut, damaged or foreign file is refused", async () => {
    createProfile(home, { name: "work" });
    await exportProfile(home, "work", archive());
    const whole = readFileSync(archive());
    for (const bytes of [
      whole.subarray(0, whole.length / 2),
      Buffer.from("hello"),
      gzipSync(Buffer.alloc(2048, 7)),
      Buffer.alloc(0),
    ]) {
      writeFileSync(archive(), bytes);
      await expect(importProfile(home, archive(), "copy")).rejects.toMatchObject({ kind: "invalid" });
    }
    await expect(importProfile(home, join(place, "none"), "copy")).rejects.toMatchObject({ kind: "invalid" });
    expect(readdirSync(home.profiles)).toEqual(["work"]);
  });

  test("an import never lands on an existing profile", async () => {
    createProfile(home, { name: "work" });
    await exportProfile(home, "work", archive());
    await expect(importProfile(home, archive())).rejects.toMatchObject({ kind: "invalid" });
  });
});
