// Where a scene is played: a small project, a home of its own, a scripted model, and a real terminal with the built program in it.

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { startModelServer } from "../../src/testing/model-server.ts";
import { openTerminal } from "../../test/e2e/tui-terminal.ts";
import { FILES } from "./scenes.mjs";

const root = join(import.meta.dirname, "..", "..");

export async function openStage(scene, columns, ground) {
  const folder = await mkdtemp(join(tmpdir(), "hermes-screens-"));
  const cwd = join(folder, "shop");
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(cwd, path)), { recursive: true });
    await writeFile(join(cwd, path), text);
  }
  const home = join(folder, ".hermes");
  const server = await startModelServer(scene.script());
  await mkdir(home, { recursive: true });
  await writeFile(
    join(home, "config.yaml"),
    `model:\n  provider: anthropic\n  base_url: ${server.url}/v1\n  api_key: sk-picture\n  default: claude-sonnet-4-5\n  context_length: ${scene.window ?? 200_000}\n  api_mode: chat_completions\n${scene.config ?? ""}`,
  );
  await scene.prepare?.({ home, cwd });
  const terminal = await openTerminal({
    command: [join(root, "bin", "hermes"), ...(scene.args ?? [])],
    cwd,
    env: { PATH: process.env.PATH, HOME: folder, HERMES_HOME: home, COLORFGBG: ground === "light" ? "0;15" : "15;0" },
    columns,
    rows: scene.rows ?? 46,
  });
  return {
    terminal,
    async close() {
      await terminal.close();
      await server.close();
      // A program that was just killed may still be writing its last file.
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}
