// Stands in for the global `Headers` inside the model SDK when it is bundled. The SDK only joins, reads and lists names,
// and the global one would load Node's whole second HTTP stack (30 ms) before the first request can leave.

export class PlainHeaders {
  #values = new Map();

  constructor(init) {
    if (init === undefined || init === null) return;
    const pairs = typeof init[Symbol.iterator] === "function" ? init : Object.entries(init);
    for (const [name, value] of pairs) this.append(name, value);
  }

  /** Headers of a real response count too. */
  static [Symbol.hasInstance](value) {
    return (
      typeof value?.getSetCookie === "function" || (typeof value === "object" && value !== null && #values in value)
    );
  }

  append(name, value) {
    const known = this.get(name);
    this.set(name, known === null ? value : `${known}, ${value}`);
  }
  set(name, value) {
    this.#values.set(String(name).toLowerCase(), String(value).trim());
  }
  get(name) {
    return this.#values.get(String(name).toLowerCase()) ?? null;
  }
  has(name) {
    return this.#values.has(String(name).toLowerCase());
  }
  delete(name) {
    this.#values.delete(String(name).toLowerCase());
  }
  forEach(visit) {
    for (const [name, value] of this) visit(value, name, this);
  }
  keys() {
    return this.#sorted().keys();
  }
  values() {
    return this.#sorted().values();
  }
  entries() {
    return this.#sorted().entries();
  }
  [Symbol.iterator]() {
    return this.entries();
  }
  #sorted() {
    return new Map([...this.#values].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}
