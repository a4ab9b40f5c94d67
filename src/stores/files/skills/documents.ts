// Reading one skill: its text with placeholders filled in, its files, and what it needs that is not there.

import { join } from "node:path";
import type {
  InlineOutput,
  InlineShell,
  LinkedFiles,
  SkillDocument,
  SkillEntry,
  SkillFile,
  SkillReading,
} from "../../../contracts/skills.ts";
import { StoreFailure } from "../../../kernel/failure.ts";
import { isRecord } from "../../../kernel/json.ts";
import { scanText } from "../../../kernel/scan/scan.ts";
import { readFilePath } from "../../../kernel/skills/checks.ts";
import { fillInline, inlineCommands } from "../../../kernel/skills/inline-commands.ts";
import { SKILL_FILE, SUPPORT_DIRS } from "../../../kernel/skills/skill.ts";
import { normalizeText, stripBom } from "../../../kernel/text.ts";
import type { Disk } from "./disk.ts";
import type { SkillsOptions } from "./options.ts";
import { filesBelow, isInside } from "./places.ts";

export async function readDocument(
  disk: Disk,
  options: SkillsOptions,
  skill: SkillEntry,
  { sessionId, shell }: SkillReading = {},
): Promise<SkillDocument> {
  const raw = normalizeText(stripBom(disk.read(join(skill.dir, SKILL_FILE)).toString("utf8")));
  const filled = options.settings.templateVars ? fillIn(raw, skill.dir, sessionId) : raw;
  const outputs = shell === undefined ? [] : await runInline(shell, filled, skill.dir);
  const { head } = skill;
  return {
    content:
      outputs.length === 0
        ? filled
        : fillInline(
            filled,
            outputs.map(({ text }) => text),
          ),
    files: linkedFiles(disk, skill.dir),
    missingVariables: head.variables
      .filter(({ name, optional }) => !optional && options.hasVariable?.(name) === false)
      .map(({ name }) => name),
    missingCommands: head.commands.filter((name) => options.hasCommand?.(name) === false),
    missingFiles: head.credentialFiles.filter((file) => disk.stat(join(options.places.home, file)) === undefined),
    settings: Object.fromEntries(
      head.settings.map(({ key, default: fallback }) => [
        key,
        settingAt(options.settings.config, key) ?? fallback ?? null,
      ]),
    ),
    warnings: [...new Set(scanText(raw, "all").map(({ id }) => id))],
    taints: [...new Set(outputs.flatMap(({ taint }) => taint ?? []))],
  };
}

function fillIn(text: string, dir: string, sessionId: string | undefined): string {
  return text.replace(/\$\{HERMES_(SKILL_DIR|SESSION_ID)\}/g, (whole, name: string) =>
    name === "SKILL_DIR" ? dir : (sessionId ?? whole),
  );
}

/** `a.b` looks into nested tables, and at the plain key first. */
function settingAt(config: Readonly<Record<string, unknown>>, key: string): unknown {
  if (key in config) return config[key];
  let value: unknown = config;
  for (const part of key.split(".")) value = isRecord(value) ? value[part] : undefined;
  return value;
}

/** One after the other. An output that gives orders is left out: a skill's author did not write it. */
async function runInline(shell: InlineShell, text: string, dir: string): Promise<readonly InlineOutput[]> {
  const outputs: InlineOutput[] = [];
  for (const command of inlineCommands(text)) {
    const output = await shell(command, dir);
    const isOrder = scanText(output.text, "all").length > 0;
    outputs.push(isOrder ? { ...output, text: "[output left out: it reads like an injected order]" } : output);
  }
  return outputs;
}

export function linkedFiles(disk: Disk, dir: string): LinkedFiles {
  const files: Record<string, string[]> = {};
  for (const { path, type } of filesBelow(disk, dir)) {
    const top = path.split("/")[0] ?? "";
    if (type !== "file" || path === top || !SUPPORT_DIRS.includes(top)) continue;
    files[top] = [...(files[top] ?? []), path];
  }
  return files;
}

const MAX_FILE_BYTES = 2 * 1024 * 1024;

export function readSkillFile(disk: Disk, skill: SkillEntry, given: string): SkillFile {
  const place = readFilePath(given);
  const path = place.type === "skill" ? SKILL_FILE : place.type === "support" ? place.path : plainPath(given);
  if (path === undefined)
    return { type: "refused", why: place.type === "bad" ? place.why : "That path is not allowed." };
  const full = join(skill.dir, path);
  const facts = disk.stat(full);
  if (facts?.type !== "file") return { type: "missing", files: linkedFiles(disk, skill.dir) };
  if (!isInside(disk, skill.dir, full)) return { type: "refused", why: `'${path}' leads outside the skill.` };
  if (facts.size > MAX_FILE_BYTES) return { type: "binary", path, bytes: facts.size };
  const bytes = disk.read(full);
  if (bytes.includes(0)) return { type: "binary", path, bytes: bytes.length };
  try {
    return {
      type: "text",
      path,
      content: normalizeText(stripBom(new TextDecoder("utf-8", { fatal: true }).decode(bytes))),
    };
  } catch (error) {
    if (error instanceof TypeError) return { type: "binary", path, bytes: bytes.length };
    throw new StoreFailure("io", `${full} could not be decoded.`, error);
  }
}

/** Files beside SKILL.md that other producers put there (LICENSE.txt, forms.md) may be read, though not written. */
function plainPath(given: string): string | undefined {
  const path = given.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
  const isPlain =
    path !== "" &&
    !path.startsWith("/") &&
    !/^[A-Za-z]:/.test(path) &&
    !path.includes("\0") &&
    !path.split("/").includes("..");
  return isPlain ? path : undefined;
}
