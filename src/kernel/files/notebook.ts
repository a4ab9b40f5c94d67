// A Jupyter notebook as text: cells in order with their outputs, without images and metadata.

import { isRecord, parseJson } from "../json.ts";
import { takeChars } from "../text.ts";

const MAX_OUTPUT_CHARS = 2_000;

/** Undefined when the text is not a notebook. */
export function notebookText(source: string): string | undefined {
  const parsed = parseJson(source);
  if (parsed.type === "bad" || !isRecord(parsed.value) || !Array.isArray(parsed.value.cells)) return undefined;
  return parsed.value.cells
    .filter(isRecord)
    .map((cell, index) => {
      const kind = typeof cell.cell_type === "string" ? cell.cell_type : "cell";
      const outputs = Array.isArray(cell.outputs) ? cell.outputs.map(outputText).filter((text) => text !== "") : [];
      const shown = outputs.length > 0 ? `\n# [output]\n${outputs.join("\n")}` : "";
      return `# [${index + 1}] ${kind}\n${joined(cell.source)}${shown}\n`;
    })
    .join("\n");
}

function outputText(output: unknown): string {
  if (!isRecord(output)) return "";
  if (output.output_type === "error") return `${joined(output.ename)}: ${joined(output.evalue)}`;
  const data = isRecord(output.data) ? output.data : {};
  const text = joined(output.text) || joined(data["text/plain"]);
  const image = Object.keys(data).find((type) => type.startsWith("image/"));
  return takeChars(text, MAX_OUTPUT_CHARS) + (image === undefined ? "" : `\n[${image}]`);
}

function joined(value: unknown): string {
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.filter((line) => typeof line === "string").join("") : "";
}
