import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readBlueprint } from "./blueprint.ts";
import { checkSkillContent, missingSections, readFilePath } from "./checks.ts";
import { readHead } from "./head.ts";
import { identityOf, isSkillName, slashKey, slashTable, slugOf } from "./names.ts";
import { quickHead } from "./quick-head.ts";
import { readSkill } from "./skill.ts";
import { looseHead, splitSkill } from "./split.ts";

const text = "---\nname: a\n---\nBody\n";

describe("splitSkill", () => {
  test.each([
    ["plain", text],
    ["byte-order mark", `\uFEFF${text}`],
    ["CRLF", text.replaceAll("\n", "\r\n")],
    ["spaces after the fences", "---  \nname: a\n--- \nBody\n"],
  ])("%s", (_case, source) => {
    expect(splitSkill(source)).toEqual({ head: "name: a\n", body: "Body\n" });
  });

  test("front matter that ends exactly at the end of the file is front matter", () => {
    expect(splitSkill("---\nname: a\n---")).toEqual({ head: "name: a\n", body: "" });
    expect(splitSkill("---\nname: a\n---\n")).toEqual({ head: "name: a\n", body: "" });
  });

  test("a rule inside the body or a value that starts with dashes does not close it", () => {
    expect(splitSkill("---\nname: a\ndescription: ---x\n---\none\n---\ntwo").body).toBe("one\n---\ntwo");
    expect(splitSkill("---\nname: a\nno end").head).toBeUndefined();
    expect(splitSkill("# Title\n---\nx\n---\n").head).toBeUndefined();
  });

  test("total, and nothing of the body is lost", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (body) => {
        const clean = body.replaceAll("\r", "");
        expect(splitSkill(`---\nname: a\n---\n${clean}`)).toEqual({ head: "name: a\n", body: clean });
        expect(splitSkill(body).body.length).toBeLessThanOrEqual(body.length);
      }),
    );
  });
});

describe("quickHead", () => {
  const key = fc.stringMatching(/^[a-z_][a-z0-9_-]{0,8}$/);
  const scalar = fc.oneof(
    fc.string({ maxLength: 20 }).map((one) => one.replace(/[\r\n]/g, " ")),
    fc.constantFrom(
      "true",
      "null",
      "~",
      "1",
      "1.0",
      "1.2.3",
      "-5",
      "0x1f",
      "1e3",
      "a: b",
      "a #b",
      '"q"',
      "'q'",
      "[a, b]",
      "[a, 'b, c']",
      "> x",
      "- a",
      "yes",
      "2026-01-01",
      "é",
      "a:b",
      "x:",
    ),
  );

  test("whatever it is sure of is what the YAML library says", () => {
    let sure = 0;
    fc.assert(
      fc.property(fc.array(fc.tuple(key, scalar, fc.constantFrom("", "  ")), { maxLength: 6 }), (fields) => {
        const head = fields.map(([name, value, indent]) => `${indent}${name}: ${value}\n`).join("");
        const quick = quickHead(head);
        if (quick.type === "unsure") return;
        sure++;
        expect(quick.value).toEqual(parse(head) ?? {});
      }),
      { numRuns: 2000 },
    );
    expect(sure).toBeGreaterThan(100);
  });

  test("reads the usual shape: nested tables, lists, quotes", () => {
    const head =
      'name: x\ndescription: "Says: hello"\nplatforms: [linux, macos]\nmetadata:\n  hermes:\n    tags:\n      - a\n      - b\n    related_skills: []\n';
    expect(quickHead(head)).toEqual({ type: "ok", value: parse(head) });
  });

  test.each([
    "a: |\n  text\n",
    "a: b: c\n",
    "a: &x 1\n",
    "a: {b: 1}\n",
    "a: b\n  c\n",
    "\ta: b\n",
    "- a\n",
    "a: b\na: c\n",
  ])("leaves %j to the library", (head) => expect(quickHead(head).type).toBe("unsure"));
});

describe("names", () => {
  test("every slug is a name, and one of its own slugs", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (value) => {
        const slug = slugOf(value);
        expect(slug === "" || isSkillName(slug)).toBe(true);
        expect(slugOf(slug)).toBe(slug);
        expect(isSkillName(identityOf(value, value))).toBe(true);
      }),
    );
  });

  test("the written name is the identity where it can be one", () => {
    expect(identityOf("git-flow", "folder")).toBe("git-flow");
    expect(identityOf("Git Flow", "folder")).toBe("git-flow");
    expect(identityOf(undefined, "folder")).toBe("folder");
    expect(identityOf("…", "Some Folder")).toBe("some-folder");
  });

  test("slash commands: first of equals wins, underscores and hyphens are one", () => {
    const table = slashTable([{ name: "git_flow" }, { name: "git-flow" }]);
    expect(table.get(slashKey("/Git-Flow"))).toEqual({ name: "git_flow" });
    expect(table.size).toBe(1);
  });
});

describe("reading", () => {
  test("a mismatch between folder and name is a doubt, not a failure", () => {
    const skill = readSkill({ head: { name: "real", description: "x" }, body: "", folder: "other" });
    expect(skill.name).toBe("real");
    expect(skill.doubts).toHaveLength(1);
  });

  test("without a description the first words of the body speak", () => {
    expect(readSkill({ head: undefined, body: "# Title\n\nDoes things.\n", folder: "f" }).description).toBe(
      "Does things.",
    );
  });

  test("readHead is total and reads both dialects of needs", () => {
    fc.assert(fc.property(fc.anything(), (value) => readHead(value).tags.length >= 0));
    const head = readHead({
      prerequisites: { env_vars: ["A_KEY"], commands: "git, gh" },
      required_environment_variables: [{ name: "B_KEY", help: "see there", optional: true }],
      metadata: { hermes: { requires_toolsets: ["web"], blueprint: { schedule: "every 1d" } } },
    });
    expect(head.variables.map(({ name }) => name)).toEqual(["B_KEY", "A_KEY"]);
    expect(head.commands).toEqual(["git", "gh"]);
    expect(head.needs.toolsets).toEqual(["web"]);
    expect(head.blueprint).toMatchObject({ type: "ready", blueprint: { schedule: "every 1d", deliver: "origin" } });
  });

  test("broken YAML is read line by line", () => {
    expect(looseHead("name: x\ndescription: Use when: it is broken\n  and goes on\n")).toEqual({
      name: "x",
      description: "Use when: it is broken and goes on",
    });
  });
});

describe("blueprints", () => {
  test.each([
    "every 30m",
    "every 2 hours",
    "1d",
    "2026-05-01T09:00",
    "2026-05-01 09:00",
    "0 9 * * 1-5",
    "*/15 8-18 1,15 * *",
  ])("%s is a schedule", (schedule) => expect(readBlueprint({ schedule }).type).toBe("ready"));
  test.each([
    "every 0m",
    "soon",
    "every sunday 9am",
    "61 9 * * *",
    "0 9 * *",
    "0 9 * * 8",
    "5-1 * * * *",
    "*/0 * * * *",
    "2026-13-01",
  ])("%s is none", (schedule) =>
    expect(readBlueprint({ schedule })).toMatchObject({ type: "bad", why: expect.stringContaining(schedule) }),
  );
  test("what cannot be scheduled is a doubt about the skill and no new skill", () => {
    expect(readBlueprint(undefined).type).toBe("none");
    expect(readBlueprint("daily").type).toBe("bad");
    expect(readBlueprint({ schedule: "1d", enabled_toolsets: "web" }).type).toBe("bad");
    const head = { name: "a", description: "d", metadata: { hermes: { blueprint: { deliver: "local" } } } };
    expect(readSkill({ head, body: "x", folder: "a" }).doubts).toEqual([
      "its blueprint cannot be scheduled: it has no schedule",
    ]);
    const content = "---\nname: a\ndescription: d\n---\nBody";
    expect(checkSkillContent({ head, content, name: "a" })).toContain("it has no schedule");
    fc.assert(fc.property(fc.anything(), (value) => ["none", "ready", "bad"].includes(readBlueprint(value).type)));
  });
});

describe("checks", () => {
  const content = "---\nname: a\ndescription: d\n---\nBody";
  const check = (head: unknown, given = content, name = "a") => checkSkillContent({ head, content: given, name });

  test("identity is one name", () => {
    expect(check({ name: "a", description: "d" })).toBeUndefined();
    expect(check({ name: "b", description: "d" })).toContain("must be the same");
    expect(check(undefined)).toContain("not valid YAML");
    expect(check({ name: "a", description: "d".repeat(1025) })).toContain("1024");
  });

  test.each([
    "../x",
    "references/../../x",
    "/etc/passwd",
    "C:\\x",
    "references",
    "other/x",
    "references/SKILL.md",
    "scripts//x",
    "a/SKILL.md",
    "references/./x",
  ])("%s is no path inside a skill", (path) => expect(readFilePath(path).type).toBe("bad"));

  test("support files and SKILL.md are", () => {
    expect(readFilePath("references/a/b.md")).toEqual({ type: "support", path: "references/a/b.md" });
    expect(readFilePath("./SKILL.md")).toEqual({ type: "skill" });
    expect(readFilePath("scripts\\run.sh")).toEqual({ type: "support", path: "scripts/run.sh" });
  });

  test("the five sections are looked for by heading", () => {
    expect(missingSections("## When to Use\n## quick reference\n### Procedure\n")).toEqual([
      "Pitfalls",
      "Verification",
    ]);
  });
});
