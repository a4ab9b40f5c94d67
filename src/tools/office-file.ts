// What a .docx or .xlsx file says, as text.

import { documentText, sharedStrings, sheetText, workbook } from "../kernel/files/office.ts";
import { openZip } from "./unzip.ts";

/** Undefined when the file is not what its name says. */
export function officeText(extension: "docx" | "xlsx", bytes: Uint8Array): string | undefined {
  const part = openZip(bytes);
  const xml = (name: string) => {
    const found = part?.(name);
    return found === undefined ? undefined : new TextDecoder().decode(found);
  };
  if (extension === "docx") {
    const body = xml("word/document.xml");
    return body === undefined ? undefined : documentText(body);
  }
  const book = xml("xl/workbook.xml");
  if (book === undefined) return undefined;
  const strings = sharedStrings(xml("xl/sharedStrings.xml") ?? "");
  return workbook(book, xml("xl/_rels/workbook.xml.rels") ?? "")
    .sheets.map(({ name, path }) => sheetText(name, xml(path), strings))
    .join("\n");
}
