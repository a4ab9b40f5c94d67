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
import { redactionNotice } from "../../../kernel/context-files/load.ts";
import { StoreFailure } from "../../../kernel/failure.ts";
import { isRecord } from "../../../kernel/json.ts";
import { guardText } from "../../../kernel/scan/redact.ts";
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
  const raw = disk.read(join(skill.dir, SKILL_FILE)).toString("utf8");
  const guarded = guard(options, skill, SKILL_FILE, raw);
  const filled = options.settings.templateVars ? fillIn(guarded.content, skill.dir, sessionId) : guarded.content;
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
    warnings: [...guarded.warnings, ...outputs.flatMap(({ warnings }) => warnings)],
    taints: [...new Set(outputs.flatMap(({ taint }) => taint ?? []))],
  };
}

/** The text as the model may see it: passages that read like injected orders are replaced by a notice, the rest stays. */
function guard(
  options: SkillsOptions,
  skill: SkillEntry,
  file: string,
  raw: string,
): { readonly content: string; readonly warnings: readonly string[] } {
  const path = join(skill.dir, file);
  const text = normalizeText(stripBom(raw));
  if (options.isTrusted?.(path, raw) === true) return { content: text, warnings: [] };
  const guarded = guardText(text, `${skill.name}/${file}`, "all");
  return {
    content: guarded.text,
    warnings: guarded.redactions.map((redaction) => redactionNotice(`${skill.name}/${file}`, redaction, path)),
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

interface ScannedOutput extends InlineOutput {
  readonly warnings: readonly string[];
}

/** One after the other. Orders in an output are left out: a skill's author did not write them. */
async function runInline(shell: InlineShell, text: string, dir: string): Promise<readonly ScannedOutput[]> {
  const outputs: ScannedOutput[] = [];
  for (const command of inlineCommands(text)) {
    const output = await shell(command, dir);
    const name = `output of ${command}`;
    const guarded = guardText(output.text, name, "all");
    const warnings = guarded.redactions.map((redaction) => redactionNotice(name, redaction));
    outputs.push({ ...output, text: guarded.text, warnings });
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

export function readSkillFile(disk: Disk, options: SkillsOptions, skill: SkillEntry, given: string): SkillFile {
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
    const raw = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { type: "text", path, ...guard(options, skill, path, raw) };
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
