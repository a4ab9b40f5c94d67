// Whether a text is TOML 1.0: the first thing wrong, with its line. It checks; it does not build values.

import type { Problem } from "./diagnosis.ts";

export function checkToml(source: string): readonly Problem[] {
  const problem = new Reader(source.replace(/\r\n/g, "\n")).document();
  return problem === undefined ? [] : [problem];
}

const BARE_KEY = /[A-Za-z0-9_-]+/y;
const SCALAR =
  /(?:true|false|[+-]?(?:inf|nan)|\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})?)?|\d{2}:\d{2}:\d{2}(?:\.\d+)?|0x[0-9A-Fa-f]+(?:_[0-9A-Fa-f]+)*|0o[0-7]+(?:_[0-7]+)*|0b[01]+(?:_[01]+)*|[+-]?(?:0|[1-9]\d*(?:_\d+)*)(?:\.\d+(?:_\d+)*)?(?:[eE][+-]?\d+(?:_\d+)*)?)(?=[\s,\]}#]|$)/y;
const ESCAPE = /\\(?:[btnfre"\\]|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|x[0-9A-Fa-f]{2})/y;

class Wrong extends Error {}

/** A recursive reader; the one place that throws, and catches, on its own. */
class Reader {
  readonly #text: string;
  #at = 0;
  #table = "";
  readonly #tables = new Map<string, "table" | "array">();
  readonly #keys = new Set<string>();

  constructor(text: string) {
    this.#text = text;
  }

  document(): Problem | undefined {
    try {
      for (;;) {
        this.#blank();
        if (this.#at >= this.#text.length) return undefined;
        if (this.#text[this.#at] === "[") this.#header();
        else this.#pair(this.#table);
        this.#endOfLine();
      }
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      return { line: this.#text.slice(0, this.#at).split("\n").length, message: error.message };
    }
  }

  #header(): void {
    const double = this.#text.startsWith("[[", this.#at);
    this.#at += double ? 2 : 1;
    const name = this.#key();
    this.#expect(double ? "]]" : "]");
    const known = this.#tables.get(name);
    if (double ? known === "table" : known !== undefined) throw new Wrong(`table [${name}] is defined twice`);
    this.#tables.set(name, double ? "array" : "table");
    this.#table = name;
    if (double) for (const key of this.#keys) if (key.startsWith(`${name}.`)) this.#keys.delete(key);
    if (double) for (const table of this.#tables.keys()) if (table.startsWith(`${name}.`)) this.#tables.delete(table);
  }

  #pair(table: string): void {
    const key = this.#key();
    this.#expect("=");
    const path = table === "" ? key : `${table}.${key}`;
    if (this.#keys.has(path)) throw new Wrong(`key ${key} is defined twice`);
    this.#keys.add(path);
    this.#space();
    this.#value(path);
  }

  #key(): string {
    const parts: string[] = [];
    do {
      if (parts.length > 0) this.#at++;
      this.#space();
      const start = this.#at;
      const char = this.#text[this.#at];
      if (char === '"' || char === "'") this.#string(char);
      else if (!this.#skip(BARE_KEY)) throw new Wrong("a key was expected");
      parts.push(this.#text.slice(start, this.#at));
      this.#space();
    } while (this.#text[this.#at] === ".");
    return parts.join(".");
  }

  #value(path: string): void {
    const char = this.#text[this.#at];
    if (char === '"' || char === "'") this.#anyString(char);
    else if (char === "[") this.#array(path);
    else if (char === "{") this.#inlineTable(path);
    else if (!this.#skip(SCALAR)) throw new Wrong("a value was expected");
  }

  #anyString(quote: string): void {
    const triple = quote.repeat(3);
    if (this.#text.startsWith(triple, this.#at)) this.#longString(quote, triple);
    else this.#string(quote);
  }

  #longString(quote: string, triple: string): void {
    this.#at += 3;
    while (!this.#text.startsWith(triple, this.#at)) {
      if (this.#at >= this.#text.length) throw new Wrong("a multi-line string is not closed");
      if (quote === '"' && this.#text[this.#at] === "\\") {
        if (!this.#skip(/\\[ \t]*\n\s*/y)) this.#escape();
      } else this.#at++;
    }
    this.#at += 3;
    // Up to two quotes may stand right before the closing three.
    for (let extra = 0; extra < 2 && this.#text[this.#at] === quote; extra++) this.#at++;
  }

  #string(quote: string): void {
    this.#at++;
    while (this.#text[this.#at] !== quote) {
      const char = this.#text[this.#at];
      if (char === undefined || char === "\n") throw new Wrong("a string is not closed");
      if (char === "\\" && quote === '"') this.#escape();
      else this.#at++;
    }
    this.#at++;
  }

  #escape(): void {
    if (!this.#skip(ESCAPE)) throw new Wrong("an escape is not valid");
  }

  #array(path: string): void {
    this.#at++;
    for (let index = 0; ; index++) {
      this.#blank();
      if (this.#text[this.#at] === "]") break;
      this.#value(`${path}[${index}]`);
      this.#blank();
      if (this.#text[this.#at] === ",") this.#at++;
      else if (this.#text[this.#at] !== "]") throw new Wrong('"," or "]" was expected in a list');
    }
    this.#at++;
  }

  #inlineTable(path: string): void {
    this.#at++;
    this.#space();
    if (this.#text[this.#at] !== "}") {
      for (;;) {
        this.#pair(path);
        this.#space();
        if (this.#text[this.#at] !== ",") break;
        this.#at++;
      }
    }
    this.#expect("}");
  }

  #expect(mark: string): void {
    this.#space();
    if (!this.#text.startsWith(mark, this.#at)) throw new Wrong(`"${mark}" was expected`);
    this.#at += mark.length;
  }

  #endOfLine(): void {
    this.#skip(/[ \t]*(?:#[^\n]*)?/y);
    if (this.#at < this.#text.length && this.#text[this.#at] !== "\n") throw new Wrong("the line should end here");
  }

  #blank(): void {
    this.#skip(/(?:\s|#[^\n]*)*/y);
  }

  #space(): void {
    this.#skip(/[ \t]*/y);
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) return false;
    this.#at += found[0].length;
    return true;
  }
}
