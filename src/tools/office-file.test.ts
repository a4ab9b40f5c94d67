// Office files as a model reads them, from real zip containers.

import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { officeText } from "./office-file.ts";

/** The least that is a zip file: local headers, a directory, its end. */
function zip(parts: Readonly<Record<string, string>>): Uint8Array {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(parts)) {
    const packed = deflateRawSync(content);
    const local = Buffer.alloc(30 + name.length);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    local.write(name, 30);
    const entry = Buffer.alloc(46 + name.length);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    entry.write(name, 46);
    bodies.push(local, packed);
    directory.push(entry);
    at += local.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, ...directory, end]);
}

const p = (text: string, style = "") =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

test("a document: headings, paragraphs, breaks, tables", () => {
  const row = (...cells: string[]) => `<w:tr>${cells.map((cell) => `<w:tc>${p(cell)}</w:tc>`).join("")}</w:tr>`;
  const body = `<w:document><w:body>${p("Plan", "Heading1")}${p("A &amp; B &#8364; &toString;")}<w:p/>
    <w:p><w:r><w:t>one</w:t><w:br/><w:t>two</w:t><w:tab/><w:t>three</w:t></w:r></w:p>
    <w:tbl>${row("Name", "Age")}${row("Bee", "")}</w:tbl></w:body></w:document>`;
  expect(officeText("docx", zip({ "word/document.xml": body }))).toBe(
    "# Plan\nA & B € &toString;\n\none\ntwo\tthree\n| Name | Age |\n| Bee |  |\n",
  );
});

test("a spreadsheet: every sheet by name, cells in their columns", () => {
  const book = zip({
    "xl/workbook.xml": `<workbook><sheets><sheet name="Costs" sheetId="1" r:id="rId1"/><sheet name="Empty" r:id="rId2"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Target="/xl/worksheets/sheet2.xml" Id="rId2"/></Relationships>`,
    "xl/sharedStrings.xml": `<sst><si><t>Item</t></si><si><r><t>Pri</t></r><r><t>ce</t></r></si></sst>`,
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>
      <row r="2"><c r="A2" t="inlineStr"><is><t>Pen</t></is></c><c r="B2" t="b"><v>1</v></c><c r="C2"><v>1.5</v></c></row></sheetData></worksheet>`,
    "xl/worksheets/sheet2.xml": "<worksheet><sheetData/></worksheet>",
  });
  expect(officeText("xlsx", book)).toBe("# Sheet: Costs\nItem\t\tPrice\nPen\tTRUE\t1.5\n\n# Sheet: Empty\n");
});

test("rows beyond the limit are left out and said so; what is no office file is no text", () => {
  const rows = Array.from({ length: 5_001 }, (_, i) => `<row><c><v>${i}</v></c></row>`).join("");
  const book = zip({
    "xl/workbook.xml": `<sheets><sheet name="S" r:id="r"/></sheets>`,
    "xl/_rels/workbook.xml.rels": `<Relationship Id="r" Target="s.xml"/>`,
    "xl/s.xml": rows,
  });
  const lines = officeText("xlsx", book)?.split("\n") ?? [];
  expect([lines[5_000], lines[5_001]]).toEqual(["4999", "[more than 5000 rows; the rest is left out]"]);
  expect(officeText("docx", Buffer.from("not a zip"))).toBeUndefined();
  expect(officeText("docx", zip({ "other.xml": "" }))).toBeUndefined();
  expect(officeText("docx", Buffer.from("PK\u0005\u0006".padEnd(30, "\u00ff"), "latin1"))).toBeUndefined();
});

test("a sheet that cannot be had is not shown as an empty one, and all sheets together are bounded", () => {
  const sheet = (n: number) => `<sheet name="S${n}" r:id="r${n % 2}"/>`;
  const huge = `<row><c><v>1</v></c></row>${" ".repeat(40 * 1024 * 1024)}`;
  const book = zip({
    "xl/workbook.xml": `<sheets>${[0, 1, 2].map(sheet).join("")}</sheets>`,
    "xl/_rels/workbook.xml.rels": `<Relationship Id="r0" Target="s.xml"/><Relationship Id="r1" Target="gone.xml"/>`,
    "xl/s.xml": huge,
  });
  const lost = "[this sheet is damaged, or too large to be read]";
  expect(officeText("xlsx", book)).toBe(`# Sheet: S0\n1\n\n# Sheet: S1\n${lost}\n\n# Sheet: S2\n${lost}\n`);
});

test("a tag that never ends is passed over at once", () => {
  for (const start of ["<", "</", "<a ", "<w:p><"])
    for (const filling of ["a", ":", " ", '="'])
      expect(officeText("docx", zip({ "word/document.xml": start + filling.repeat(2_000_000) }))).toBe("\n");
});
