// Every command and verb there is, walked as a table: help with examples, JSON where a program may ask for it, exit codes.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readFacts } from "../../src/config/process-facts.ts";
import { type CommandNode, commandTree } from "../../src/surfaces/cli/command-tree.ts";
import { SUBCOMMANDS } from "../../src/surfaces/cli/subcommands.data.ts";
import { fakeClock } from "../../src/testing/fakes.ts";
import { makePlace, type Place } from "./program.ts";

let place: Place;
beforeEach(async () => {
  place = await makePlace();
});
afterEach(() => place.remove());

const never = (): never => {
  throw new Error("describing a command runs nothing");
};
const { verbs: commands } = await commandTree({
  io: {
    ...{ out: never, err: never, readAll: never, lines: never, typed: never, onInterrupt: never },
    ...{ columns: 100, colour: false, stdinIsTty: false, stdoutIsTty: false },
  },
  ...{ facts: readFacts(), clock: fakeClock(), profile: undefined, version: "", subcommands: SUBCOMMANDS },
  openApp: never,
  openAdmin: never,
});

interface Verb {
  readonly path: string;
  readonly node: CommandNode;
}
const verbsOf = (node: CommandNode, path: string): readonly Verb[] =>
  node.verbs.length === 0 ? [{ path, node }] : node.verbs.flatMap((verb) => verbsOf(verb, `${path} ${verb.name}`));
const subcommands = commands.filter(({ name }) => name !== "chat");
const verbs = subcommands.flatMap((command) => verbsOf(command, command.name));

/** These talk with a person, open an editor or print a file for another program. */
const WITHOUT_JSON = ["demo", "memory edit", "memory export", "config edit", "completion"];

describe("as they are defined", () => {
  test("the commands people were promised are there", () => {
    const promised =
      "setup model config sessions memory skills bundles curator checkpoints approvals scan context tools profile status doctor insights usage logs backup restore completion version demo";
    const names = subcommands.map(({ name }) => name);
    expect(promised.split(" ").filter((name) => !names.includes(name))).toEqual([]);
    const profile = subcommands.find(({ name }) => name === "profile")?.verbs.map(({ name }) => name) ?? [];
    expect(profile).toEqual(
      expect.arrayContaining(["list", "create", "use", "show", "rename", "delete", "export", "import"]),
    );
  });

  test("each says what it does, each verb too, and each command shows examples of itself", () => {
    expect(verbs.filter(({ node }) => node.summary === "").map(({ path }) => path)).toEqual([]);
    for (const { name, examples } of subcommands) {
      expect(examples.join(" "), name).toContain(`hermes ${name}`);
    }
  });

  test("each can be asked for JSON, apart from those for people and files", () => {
    const mute = verbs.filter(({ node }) => !node.flags.some(({ long }) => long === "--json")).map(({ path }) => path);
    expect(mute).toEqual(WITHOUT_JSON.filter((path) => verbs.some((verb) => verb.path === path)).toSorted(inOrder));
  });
});

/** The order of the table. */
const inOrder = (a: string, b: string) =>
  verbs.findIndex(({ path }) => path === a) - verbs.findIndex(({ path }) => path === b);

const AT_ONCE = 4;

describe("as they run", () => {
  test("help of every verb is shown, with exit 0, before anything is read or written", async () => {
    const paths = verbs.map(({ path }) => path);
    for (let from = 0; from < paths.length; from += AT_ONCE)
      await Promise.all(
        paths.slice(from, from + AT_ONCE).map(async (path) => {
          const ran = await place.run([...path.split(" "), "--help"]);
          expect({ path, code: ran.code, err: ran.stderr }).toEqual({ path, code: 0, err: "" });
          expect(ran.stdout, path).toMatch(new RegExp(`^Usage: hermes ${path}\\b`));
        }),
      );
  }, 240_000);

  test("what only looks answers with JSON in an empty home, with exit 0", async () => {
    const looking =
      "sessions list|sessions stats|memory list|memory history|memory pending|memory status|skills list|skills pending|bundles list|curator status|curator list-archived|learned list|checkpoints list|checkpoints status|model|fallback list|auth list|config show|config get display.skin|config check|config path|profile list|profile show|tools list|context|context trusted|prompt-size|approvals list|plugins list|status|doctor|debug|insights|usage|version";
    for (const line of looking.split("|")) {
      const ran = await place.run([...line.split(" "), "--json"]);
      expect({ line, code: ran.code, err: ran.stderr }).toEqual({ line, code: 0, err: "" });
      expect(() => JSON.parse(ran.stdout), line).not.toThrow();
    }
  }, 120_000);

  test("what changes something says so as JSON, too", async () => {
    await mkdir(join(place.cwd, "tree"));
    await writeFile(join(place.cwd, "tree", "AGENTS.md"), "Be kind.\n");
    for (const line of [
      "config set display.skin mono",
      "config unset display.skin",
      "fallback add groq:some-model",
      "fallback remove 1",
      "fallback clear",
      "profile create side",
      "profile rename side other",
      "profile use other",
      "profile use default",
      "profile delete other --yes",
      "tools disable web",
      "tools enable web",
      "skills disable debugging",
      "skills enable debugging",
      "memory add likes tea",
      "memory reset --yes",
      "curator pause",
    ]) {
      const ran = await place.run([...line.split(" "), "--json"]);
      expect({ line, code: ran.code, err: ran.stderr }).toEqual({ line, code: 0, err: "" });
      expect(() => JSON.parse(ran.stdout), `${line}: ${ran.stdout}`).not.toThrow();
    }
  }, 120_000);

  test("what is not there is exit 1, what is typed wrongly is exit 2, and stdout stays empty", async () => {
    const cases: readonly (readonly [string, number])[] = [
      ["sessions show nobody --json", 1],
      ["memory show 9 --json", 1],
      ["skills show nothing-like-it --json", 1],
      ["checkpoints show 9 --json", 1],
      ["fallback remove 9 --json", 1],
      ["profile show nobody --json", 1],
      ["plugins info nobody --json", 1],
      ["approvals revoke 9 --json", 1],
      ["restore missing.zip --yes --json", 1],
      ["config get no.such.key --json", 1],
      ["sessions frobnicate", 2],
      ["config set", 2],
      ["insights --days soon", 2],
      ["completion tcsh", 2],
      ["logs --level loud", 2],
    ];
    const wrong: unknown[] = [];
    for (const [line, code] of cases) {
      const ran = await place.run(line.split(" "));
      if (ran.code !== code || ran.stdout !== "" || !ran.stderr.startsWith("hermes: "))
        wrong.push({ line, wanted: code, ...ran });
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  test("a word that is no verb suggests the one that was meant, and names its own help", async () => {
    const { stderr } = await place.run(["sessions", "brows"]);
    expect(stderr).toBe(
      'hermes: There is no "hermes sessions brows". Did you mean "hermes sessions browse"? See `hermes sessions --help`.\n',
    );
    expect((await place.run(["sessions", "list", "--nope"])).stderr).toContain("See `hermes sessions --help`");
    expect((await place.run(["auth", "nobody"])).stderr).toContain('There is no provider "nobody"');
  });
});
