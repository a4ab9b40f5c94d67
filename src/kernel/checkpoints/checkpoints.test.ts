import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readNote, writeNote } from "./note.ts";
import { chooseProject, possibleProjects, refusal } from "./project.ts";
import { insidePath, planRestore, type Standing } from "./restore-plan.ts";
import { dropOldest, excess, isForgotten, keepCount } from "./retention.ts";

const isWhy = (word: string): word is "excluded" | "too-large" => word === "excluded" || word === "too-large";

const NOTHING_MORE = { guarded: [], moreGuarded: 0 };

describe("the note of a snapshot", () => {
  test("what is written is read again, whatever the names are", () => {
    const leftOut = fc.array(
      fc.record({ path: fc.string({ unit: "binary" }), why: fc.constantFrom("excluded", "too-large") }),
    );
    fc.assert(
      fc.property(leftOut, fc.nat(50), (listed, more) => {
        const leftOut = listed as { path: string; why: "excluded" }[];
        const guarded = listed.map(({ path }, at) => ({ path, mode: 0o600 - (at % 2) * 0o200 }));
        const note = { reason: "before write_file", leftOut, more, guarded, moreGuarded: more };
        expect(readNote(writeNote(note), isWhy)).toEqual(note);
      }),
    );
  });

  test("no reason can add lines of its own, and any text can be read", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (reason) => {
        expect(readNote(writeNote({ ...NOTHING_MORE, reason, leftOut: [], more: 0 }), isWhy)).toMatchObject({
          leftOut: [],
          more: 0,
        });
        expect(readNote(reason, isWhy).reason).not.toMatch(/[\u0000-\u001f]/);
      }),
    );
  });

  test("long lists are cut and counted", () => {
    const leftOut = Array.from({ length: 350 }, (_, index) => ({ path: `f${index}`, why: "excluded" as const }));
    const read = readNote(writeNote({ ...NOTHING_MORE, reason: "x", leftOut, more: 1 }), isWhy);
    expect(read.leftOut.length + read.more).toBe(351);
    expect(read.leftOut.length).toBeLessThan(350);
  });
});

describe("what a restore does", () => {
  const name = fc.constantFrom("a", "b", "c/d", "c/e", "c", "f/g");
  const tree = fc
    .dictionary(name, fc.constantFrom("100644 1", "100644 2", "120000 3"))
    .map((plain) => new Map(Object.entries(plain)));
  const standing = fc.constantFrom<Standing>("nothing", "file", "folder", "behind-something");

  test("never overwrites or removes what was not saved, and accounts for every difference", () => {
    fc.assert(
      fc.property(
        tree,
        tree,
        fc.boolean(),
        standing,
        fc.option(name, { nil: undefined }),
        (target, saved, removeNew, stands, within) => {
          const plan = planRestore({
            target,
            saved,
            removeNew,
            standing: () => stands,
            ...(within === undefined ? {} : { within }),
          });
          for (const path of plan.remove) expect(saved.has(path) && !target.has(path)).toBe(true);
          if (stands === "file") for (const path of plan.write) expect(saved.has(path)).toBe(true);
          if (!removeNew) expect(plan.remove).toEqual([]);
          for (const path of [...plan.write, ...plan.leftOut.map((one) => one.path)])
            expect(saved.get(path)).not.toBe(target.get(path));
          if (within !== undefined) return;
          const told = [...plan.write, ...plan.remove, ...plan.kept, ...plan.leftOut.map((one) => one.path)];
          const differing = [...new Set([...target.keys(), ...saved.keys()])].filter(
            (path) => target.get(path) !== saved.get(path),
          );
          expect(told.sort()).toEqual(differing.sort());
        },
      ),
    );
  });

  test("paths that lead out of the project are none", () => {
    expect(insidePath("/p/a/b", "/p")).toBe("a/b");
    expect(insidePath("./a//b/", "/p")).toBe("a/b");
    expect(insidePath("/p", "/p")).toBe("");
    for (const path of ["../x", "a/../../x", "/px/a", "/etc/passwd", "a\0b"])
      expect(insidePath(path, "/p"), path).toBeUndefined();
  });
});

describe("what may go", () => {
  const projects = fc
    .array(fc.array(fc.nat(1000), { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 })
    .map((all) =>
      all.map((times, project) => ({
        project: `p${project}`,
        snapshots: times.sort((a, b) => b - a).map((at, index) => ({ id: `${project}-${index}`, at })),
      })),
    );

  test("spared ones stay, no more goes than asked, last ones go last", () => {
    fc.assert(
      fc.property(projects, fc.nat(30), fc.nat(3), fc.nat(5), (all, count, project, index) => {
        const pinned = `${project}-${index}`;
        const keep = dropOldest(all, count, new Set([pinned]));
        const total = (of: (project: string, length: number) => number) =>
          all.reduce((sum, one) => sum + of(one.project, one.snapshots.length), 0);
        const left = total((name) => keep.get(name) ?? 0);
        expect(total((_name, length) => length) - left).toBeLessThanOrEqual(count);
        for (const one of all) {
          const kept = one.snapshots.slice(0, keep.get(one.project)).map(({ id }) => id);
          if (one.snapshots.some(({ id }) => id === pinned)) expect(kept).toContain(pinned);
        }
        const emptied = all.some((one) => keep.get(one.project) === 0);
        const spare = all.some(
          (one) => (keep.get(one.project) ?? 0) > 1 && !one.snapshots.some(({ id }) => id === pinned),
        );
        expect(emptied && spare).toBe(false);
      }),
    );
  });

  test("the newest always stays; a pinned one is never trimmed", () => {
    expect(keepCount(["c", "b", "a"], 2)).toBe(2);
    expect(keepCount(["c", "b", "a"], 1, ["c", "a"])).toBe(3);
    expect(keepCount(["c", "b", "a"], 0)).toBe(1);
    expect(keepCount([], 5)).toBe(0);
  });

  test("over the cap at least one goes", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 2, max: 1e9 }), (total, bytes) => {
        expect(excess(total, bytes, bytes)).toBe(0);
        expect(excess(total, bytes, bytes - 1)).toBeGreaterThan(0);
      }),
    );
  });

  test("old projects go, vanished ones after a while, others stay", () => {
    const policy = { retentionMs: 100, deleteOrphans: true, orphanGraceMs: 10 };
    expect(isForgotten({ exists: true, lastTouchMs: 0 }, 101, policy)).toBe(true);
    expect(isForgotten({ exists: true, lastTouchMs: 0 }, 50, policy)).toBe(false);
    expect(isForgotten({ exists: false, lastTouchMs: 0 }, 5, policy)).toBe(false);
    expect(isForgotten({ exists: false, lastTouchMs: 0 }, 50, policy)).toBe(true);
    expect(isForgotten({ exists: false, lastTouchMs: 0 }, 50, { ...policy, deleteOrphans: false })).toBe(false);
  });
});

describe("which folder", () => {
  const places = {
    userHome: "/home/ann",
    agentHomes: ["/home/ann/.hermes"],
    agentWorkspaces: ["/home/ann/.hermes/workspace"],
  };

  test("never a whole home, a disk or what is above them", () => {
    for (const dir of ["/", "/home", "/home/ann", "/tmp", "/etc", "/usr"])
      expect(refusal(dir, places), dir).toBeDefined();
    expect(refusal("/home/ann/.hermes/skills", places)).toBeDefined();
    expect(refusal("/home/ann/.hermes/workspace/job", places)).toBeUndefined();
    expect(refusal("/home/ann/code", places)).toBeUndefined();
    expect(possibleProjects("/home/ann/code/app", places)).toEqual(["/home/ann/code/app", "/home/ann/code"]);
    expect(possibleProjects("/tmp/x", places)).toEqual(["/tmp/x"]);
  });

  test("marked, else the workspace, else the folder itself", () => {
    expect(chooseProject("/w/a/b", "/w", "/w/a")).toBe("/w/a");
    expect(chooseProject("/w/a/b", "/w", undefined)).toBe("/w");
    expect(chooseProject("/x/b", "/w", undefined)).toBe("/x/b");
  });
});
