// File names are bytes. Here they travel as strings with one character per byte, so that no name is lost or bent.

export function namesFrom(output: Buffer): readonly string[] {
  const text = output.toString("latin1");
  return text === "" ? [] : text.replace(/\0$/, "").split("\0");
}

export function toBytes(name: string): Buffer {
  return Buffer.from(name, "latin1");
}

export function fromText(path: string): string {
  return Buffer.from(path, "utf8").toString("latin1");
}

/** For people and JSON; bytes that are no UTF-8 become replacement characters. */
export function toText(name: string): string {
  return toBytes(name).toString("utf8");
}

/** The absolute path of a name inside a folder given as ordinary text. */
export function absolute(workdir: string, name: string): Buffer {
  return Buffer.concat([Buffer.from(workdir === "/" ? "/" : `${workdir}/`, "utf8"), toBytes(name)]);
}

export function nulList(names: readonly string[]): Buffer {
  return toBytes(names.map((name) => `${name}\0`).join(""));
}
