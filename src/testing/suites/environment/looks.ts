// Looks: what commands change shows, whatever its name, and nothing else does.

import { expect, test } from "vitest";
import { changesBetween } from "../../../kernel/files/look.ts";
import { type StartEnvironment, useEnvironment } from "./kit.ts";

export function looksSuite(start: StartEnvironment): void {
  const kit = useEnvironment(start);

  /** What a command changed in the working directory, paths relative to it. */
  async function changedBy(command: string, more: { most?: number; skip?: readonly string[] } = {}) {
    const { env, run } = kit();
    const root = env.resolve(".");
    const skip = (more.skip ?? []).map((path) => env.resolve(path));
    const looking = { folders: [root], files: [], skip, most: more.most ?? 1_000 };
    const before = await env.look(looking);
    expect((await run(command)).code).toBe(0);
    const changes = changesBetween(before, await env.look(looking));
    return changes.map(({ path, state }) => `${state} ${path.slice(root.length + 1)}`);
  }

  test("made, rewritten in place at the same size, replaced, moved, linked and removed", async () => {
    const { write } = kit();
    for (const name of ["same.txt", "sed.txt", "old.txt", "gone.txt", "mode.sh", "left.txt"])
      await write(name, "aaaa\n");
    const command =
      "printf 'bbbb\\n' > same.txt; sed -i s/a/c/ sed.txt; mv old.txt new.txt; rm gone.txt; chmod 700 mode.sh; ln -s left.txt link; mkdir -p sub/empty; touch sub/x; cat left.txt > /dev/null";
    expect((await changedBy(command)).sort()).toEqual(
      [
        "changed same.txt",
        "changed sed.txt",
        "deleted old.txt",
        "created new.txt",
        "deleted gone.txt",
        "changed mode.sh",
      ]
        .concat("created link", "created sub/x")
        .sort(),
    );
    expect(await changedBy("cat same.txt > /dev/null; ls > /dev/null")).toEqual([]);
  });

  test("names of every kind", async () => {
    expect((await changedBy("touch -- 'a b' '-rf' '日本' 'x|y' $'two\\nlines'")).sort()).toEqual(
      ["a b", "-rf", "日本", "x|y", "two\nlines"].map((name) => `created ${name}`).sort(),
    );
  });

  test("what is made anew by tools, and what is to be left out, is not entered", async () => {
    await kit().write("mine/a", "x");
    const command = "mkdir -p .git node_modules/p; touch .git/x node_modules/p/y mine/b z";
    expect(await changedBy(command, { skip: ["mine"] })).toEqual(["created z"]);
  });

  test("a folder with too much in it is said to be unseen, and nothing false of it", async () => {
    const { run } = kit();
    await run("mkdir -p deep/er; for i in $(seq 40); do echo x > deep/$i; echo y > deep/er/$i; done");
    const changes = await changedBy("rm deep/er/3; touch deep/er/new deep/new; echo z > top", { most: 10 });
    expect(changes.filter((change) => change.startsWith("unseen"))).toHaveLength(1);
    expect(changes.filter((change) => change.startsWith("deleted") && !change.endsWith("deep/er/3"))).toEqual([]);
  });

  test("names of several lines do not pass for new ones where there is too much", async () => {
    await kit().run("for i in $(seq 8); do touch $'a\\nb\\nc'$i; done");
    const changes = await changedBy("rm $'a\\nb\\nc'[1-4]", { most: 10 });
    expect(changes.filter((change) => change.startsWith("created"))).toEqual([]);
  });

  test("files outside are looked at by themselves", async () => {
    const { env, run } = kit();
    await run("mkdir out; echo a > out/a; echo b > out/b; ln -s to out/link");
    const files = ["a", "c", "link"].map((name) => env.resolve(`out/${name}`));
    const looking = { folders: [], files, skip: [], most: 100 };
    const before = await env.look(looking);
    await run("echo aa > out/a; echo b > out/b; echo c > out/c; echo d > out/link");
    expect(changesBetween(before, await env.look(looking))).toEqual([
      { path: env.resolve("out/a"), state: "changed" },
      { path: env.resolve("out/c"), state: "created" },
      { path: env.resolve("out/to"), state: "created" },
    ]);
  });
}
