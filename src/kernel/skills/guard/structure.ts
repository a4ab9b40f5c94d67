// What stands in a skill besides text: programs nobody can read, links that lead out, sizes no skill needs.

import type { GuardFile, GuardFinding, Severity } from "./finding.ts";

const MAX_FILES = 200;
const MAX_BYTES = 5 * 1024 * 1024;
const MAX_FILE_BYTES = 1024 * 1024;

const MAGIC: readonly (readonly [RegExp, string])[] = [
  [/^7f454c46/, "ELF program"],
  [/^4d5a/, "Windows program"],
  [/^(?:cafebabe|cefaedfe|cffaedfe|feedface|feedfacf)/, "macOS program or Java class"],
  [/^[0-9a-f]{4}0d0a[0-9a-f]{8}/, "Python bytecode"],
];
const UNREADABLE =
  /\.(?:exe|dll|so|dylib|com|msi|dmg|app|deb|rpm|scr|pyc|pyo|pyd|class|jar|node|wasm|lnk|scpt|pkg|apk|iso|img)$/i;
const PACKED = /\.(?:zip|rar|7z|tar|tgz|gz|xz|bz2|whl|egg|pkl|pickle)$/i;
/** Blank space this long has only one use: to push something out of a reader's sight. */
const PADDING = /(?:[ \t]*\r?\n){200,}[ \t]*\S|[ \t\u00a0]{400,}\S/;

export function structureFindings(files: readonly GuardFile[]): readonly GuardFinding[] {
  const findings: GuardFinding[] = [];
  const add = (id: string, severity: Severity, file: string, excerpt: string) =>
    findings.push({ id, severity, category: "structural", file, line: 0, excerpt });
  const total = files.reduce((sum, file) => sum + file.bytes, 0);
  if (files.length > MAX_FILES) add("too_many_files", "medium", "", `${files.length} files`);
  if (total > MAX_BYTES) add("oversized_skill", "high", "", `${total} bytes`);
  for (const file of files) {
    if (file.type === "link") {
      if (file.escapes === true) add("symlink_escape", "critical", file.path, `→ ${file.text}`);
      else add("symlink", "medium", file.path, `→ ${file.text}`);
      continue;
    }
    const program = MAGIC.find(
      ([magic]) => file.magic !== undefined && file.type === "binary" && magic.test(file.magic),
    );
    if (program !== undefined || UNREADABLE.test(file.path))
      add("binary_program", "critical", file.path, program?.[1] ?? "a program nobody can read");
    else if (PACKED.test(file.path)) add("packed_file", "high", file.path, "its content was not looked at");
    if (file.bytes > MAX_FILE_BYTES) add("oversized_file", "medium", file.path, `${file.bytes} bytes`);
    if (file.type === "text" && PADDING.test(file.text))
      add("padding", "high", file.path, "text hidden behind blank space");
  }
  return findings;
}
