// Server-sent events from bytes: only complete events come out, and nothing is waited for.

/** Feed it bytes; it hands over each event's data. What follows the last blank line when the bytes end was never complete. */
export class SseReader {
  readonly #onData: (data: string) => void;
  readonly #decoder = new TextDecoder();
  #rest = "";
  #data: string | undefined;

  constructor(onData: (data: string) => void) {
    this.#onData = onData;
  }

  push(bytes: Uint8Array): void {
    const text = this.#decoder.decode(bytes, { stream: true });
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
      const line = this.#rest + text.slice(start, end);
      this.#rest = "";
      this.#line(line.endsWith("\r") ? line.slice(0, -1) : line);
      start = end + 1;
    }
    // Only what is new was looked through, however long the line gets.
    this.#rest += text.slice(start);
  }

  #line(line: string): void {
    if (line === "") {
      const data = this.#data;
      this.#data = undefined;
      if (data !== undefined) this.#onData(data);
    } else if (line.startsWith("data:")) {
      const value = line.charCodeAt(5) === 32 ? line.slice(6) : line.slice(5);
      this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
    }
    // Comments, names, ids and retry hints carry nothing we need.
  }
}
