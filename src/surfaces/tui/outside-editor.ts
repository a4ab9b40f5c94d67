// Ctrl-G: the message in the person's own editor.

import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Facts } from "../../config/process-facts.ts";
import type { Ui } from "./ui.ts";

/** The person's choice, else what every system of this kind has. */
export function editorOf({ env, platform }: Pick<Facts, "env" | "platform">): string {
  return env.VISUAL || env.EDITOR || (platform === "win32" ? "notepad" : "vi");
}

/** What was typed stays as it is when the editor, or the place for its file, cannot be had. */
export async function editOutside(ui: Ui, facts: Pick<Facts, "env" | "platform">): Promise<void> {
  const editor = editorOf(facts);
  const warn = (text: string) => ui.dispatch({ type: "said", level: "warning", text });
  try {
    const written = await edited(ui, editor);
    if (written === undefined) warn(ui.messages.editorFailed(editor));
    else ui.screen.composer.set(written);
  } catch (error) {
    warn(ui.messages.noPlaceToEdit(error instanceof Error ? error.message : String(error)));
  }
  ui.screen.draw();
}

async function edited(ui: Ui, editor: string): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), "hermes-message-"));
  const file = join(folder, "message.md");
  try {
    await writeFile(file, ui.pastes.unfold(ui.screen.composer.text()), { mode: 0o600 });
    let code: number | undefined;
    await ui.screen.lend(async () => {
      code = await run(editor, file);
    });
    return code === 0 ? (await readFile(file, "utf8")).trimEnd() : undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function run(editor: string, file: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  // Editors are set with flags ("code --wait"), so the shell splits the words.
  const child = spawn(`${editor} "${file}"`, { shell: true, stdio: "inherit" });
  child.on("error", () => resolve(127));
  child.on("close", (code) => resolve(code ?? 1));
  return promise;
}
