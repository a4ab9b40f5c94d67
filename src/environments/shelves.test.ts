// What is put aside on this machine is read from elsewhere too; nothing else of it is.

import { mkdir, symlink, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { fakeEnvironment } from "../testing/fake-environment.ts";
import { tempDir } from "../testing/fakes.ts";
import { withShelves } from "./shelves.ts";

test("a shelf is read here, the rest there, and no way leads out of it", async () => {
  const place = await tempDir();
  await mkdir(place.join("shelf"));
  await writeFile(place.join("shelf/kept.txt"), "kept");
  await writeFile(place.join("secret.txt"), "secret");
  await symlink(place.join("secret.txt"), place.join("shelf/link.txt"));
  const env = withShelves(fakeEnvironment({ cwd: "/project" }), [place.join("shelf")]);
  await env.write("/project/there.txt", Buffer.from("there"));
  const text = async (path: string) => Buffer.from(await env.read(path)).toString();

  expect(await text(place.join("shelf/kept.txt"))).toBe("kept");
  expect(await text("/project/there.txt")).toBe("there");
  expect(env.cwd).toBe("/project");
  await expect(text(place.join("shelf/link.txt"))).rejects.toThrow("Refused");
  await expect(text(`${place.join("shelf")}/../secret.txt`)).rejects.toThrow();
  await expect(text(place.join("secret.txt"))).rejects.toThrow();
  expect(await env.stat(place.join("secret.txt"))).toBeUndefined();
  await place.remove();
});
