// The container environment against a stand-in for the engine's command line; the engine itself is tried where it runs.

import { spawnSync } from "node:child_process";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { fakeIds, tempDir } from "../../testing/fakes.ts";
import { canContain, LOCAL_IMAGE, writeLocalEngine } from "../../testing/local-engine.ts";
import { environmentSuite } from "../../testing/suites/environment-suite.ts";
import { type DockerOptions, openDockerEnvironment, readVolume, runArguments } from "./docker.ts";

/** Keeps the grammar of the real one: what it does not know it refuses. "Inside" is this machine. */
const STAND_IN = `#!/bin/bash
log="$(dirname "$0")/calls"
printf '%s\\n' "$*" | head -1 >> "$log"
case "$1" in
  run) [ "$2" = -d ] || exit 125; echo 0123456789ab ;;
  exec) [ "$2 $3 $4" = "-i 0123456789ab bash" ] || { echo "no such container" >&2; exit 125; }; shift 3; exec setsid -w "$@" ;;
  rm) exit 0 ;;
  *) exit 125 ;;
esac
`;

const OPTIONS: Omit<DockerOptions, "program" | "cwd" | "newId" | "newNonce"> = {
  image: "debian:12",
  mounts: [],
  network: true,
  env: { PATH: process.env.PATH ?? "" },
};

async function standIn() {
  const dir = await tempDir();
  const program = dir.join("docker");
  await writeFile(program, STAND_IN);
  await chmod(program, 0o755);
  const work = await tempDir();
  const ids = fakeIds();
  const options = { ...OPTIONS, program, cwd: work.path, home: work.path, newId: ids.id, newNonce: () => ids.id("n") };
  return { dir, work, options };
}

environmentSuite(
  "docker (stand-in)",
  async () => {
    const { dir, work, options } = await standIn();
    const env = await openDockerEnvironment(options);
    return {
      env,
      async dispose() {
        await env.dispose();
        await Promise.all([dir.remove(), work.remove()]);
      },
    };
  },
  { commands: "shell" },
);

describe("the command line", () => {
  const line = (more: Partial<DockerOptions> = {}) =>
    runArguments(
      { ...OPTIONS, program: "docker", cwd: "/workspace", newId: String, newNonce: String, ...more },
      "name",
    ).join(" ");

  test("drops every right and gives back only what owning files needs", () => {
    expect(line()).toMatch(/--cap-drop ALL --cap-add DAC_OVERRIDE/);
    expect(line()).toContain("no-new-privileges");
    expect(line({ user: "1000:1000" })).not.toContain("--cap-add");
  });

  test("bounds processes, memory and network", () => {
    expect(line({ network: false, memoryMb: 100 })).toMatch(/--pids-limit 256.*--memory 100m.*--network none/);
  });

  test("mounts as told", () => {
    expect(line({ mounts: [{ from: "/a", to: "/b", readOnly: true }] })).toContain("-v /a:/b:ro");
  });
});

test("the container is removed with the environment, and a way out of it is said", async () => {
  const { dir, work, options } = await standIn();
  const env = await openDockerEnvironment({
    ...options,
    mounts: [{ from: "/var/run/docker.sock", to: "/s", readOnly: false }],
  });
  expect(env.confinement).toContain("a way out");
  await env.dispose();
  expect(await readFile(dir.join("calls"), "utf8")).toContain("rm -f 0123456789ab");
  await Promise.all([dir.remove(), work.remove()]);
});

test("an engine that cannot bound the disk starts without, and that is said", async () => {
  const { dir, work, options } = await standIn();
  const refusing = STAND_IN.replace(
    "run) ",
    'run) case "$*" in *--storage-opt*) echo "docker: --storage-opt is supported only for overlay over xfs" >&2; exit 125;; esac; ',
  );
  await writeFile(options.program, refusing);
  const env = await openDockerEnvironment({ ...options, diskMb: 100 });
  expect(env.confinement).toContain("disk is not bounded");
  expect((await readFile(dir.join("calls"), "utf8")).match(/^run /gm)).toHaveLength(2);
  await env.dispose();
  await Promise.all([dir.remove(), work.remove()]);
});

test("volumes are read as they are written", () => {
  expect(readVolume("~/data:/data:ro", "/home/ann")).toEqual({ from: "/home/ann/data", to: "/data", readOnly: true });
  expect(readVolume("cache:/cache", "/home/ann")).toEqual({ from: "cache", to: "/cache", readOnly: false });
  for (const bad of ["", "/only", "/a:b", "/a:/b:wrong"])
    expect(() => readVolume(bad, "/home/ann")).toThrow("docker_volumes");
});

test("an engine that is not there, and one that refuses, are sentences", async () => {
  const { dir, work, options } = await standIn();
  await expect(openDockerEnvironment({ ...options, program: "/nowhere/docker" })).rejects.toMatchObject({
    kind: "unavailable",
  });
  await writeFile(options.program, "#!/bin/sh\necho 'Cannot connect to the daemon' >&2; exit 1");
  await expect(openDockerEnvironment(options)).rejects.toMatchObject({
    message: expect.stringContaining("Cannot connect"),
  });
  await Promise.all([dir.remove(), work.remove()]);
});

if (canContain())
  environmentSuite(
    "docker (a container from this machine's own root)",
    async () => {
      const dir = await tempDir();
      const work = await tempDir();
      const ids = fakeIds();
      const env = await openDockerEnvironment({
        ...OPTIONS,
        program: await writeLocalEngine(dir.path),
        image: LOCAL_IMAGE,
        mounts: [{ from: work.path, to: "/workspace", readOnly: false }],
        cwd: "/workspace",
        newId: ids.id,
        newNonce: () => ids.id("n"),
      });
      return {
        env,
        async dispose() {
          await env.dispose();
          await Promise.all([dir.remove(), work.remove()]);
        },
      };
    },
    { commands: "shell" },
  );
else
  test("in a container from this machine's own root", (context) =>
    context.skip("not run: bubblewrap and nsenter do not work here, or this is not root"));

const engine = ["docker", "podman"].find((program) => spawnSync(program, ["info"], { timeout: 10_000 }).status === 0);
const image =
  engine === undefined
    ? undefined
    : spawnSync(engine, ["images", "-q", "--filter", "reference=debian"]).stdout.toString().split("\n")[0];

if (image) {
  environmentSuite(
    "docker (real)",
    async () => {
      const ids = fakeIds();
      const env = await openDockerEnvironment({
        ...OPTIONS,
        program: engine ?? "",
        image: image ?? "",
        cwd: "/tmp",
        newId: (prefix) => `${ids.id(prefix)}_${process.pid}`,
        newNonce: () => ids.id("n"),
      });
      return { env, dispose: () => env.dispose() };
    },
    { commands: "shell" },
  );
} else {
  test("with a running engine", (context) =>
    context.skip("not run: no docker or podman runs here with a debian image"));
}

test("an engine that hangs is not waited for, nor one that says no more of the image it fetches", async () => {
  const { dir, work, options } = await standIn();
  const hangs = "trap '' TERM; sleep 60";
  const open = async (script: string, firstMs: number, nextMs: number) => {
    await writeFile(options.program, `#!/bin/bash\n${script}\n`);
    return openDockerEnvironment({ ...options, patience: { firstMs, nextMs } });
  };
  await expect(open(hangs, 50, 600_000)).rejects.toThrow(/from debian:12: it did not answer in time$/);
  await expect(open(`echo Unable to find image >&2; echo Pulling >&2; ${hangs}`, 60_000, 50)).rejects.toThrow(
    /did not answer in time, and last said: Pulling$/,
  );
  await Promise.all([dir.remove(), work.remove()]);
});

test("a container is removed apart from what Ctrl-C reaches", async () => {
  const { dir, work, options } = await standIn();
  const env = await openDockerEnvironment(options);
  await writeFile(
    options.program,
    `#!/bin/bash\nread -r _ _ _ _ group _ < /proc/$$/stat\necho "$1 $((group == $$))" > ${dir.join("group")}\n`,
  );
  await env.dispose();
  expect(await readFile(dir.join("group"), "utf8")).toBe("rm 1\n");
  await Promise.all([dir.remove(), work.remove()]);
});
