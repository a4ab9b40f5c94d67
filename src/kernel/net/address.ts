// Which addresses a request from a model may reach. Everything that is not plainly public is not public.

export type Reach = "public" | "private" | "metadata";

export type Address = { readonly version: 4 | 6; readonly bytes: readonly number[] };

/** Strict: dotted quads and RFC 4291 forms, brackets and zone allowed around IPv6; anything else is no address. */
export function parseAddress(text: string): Address | undefined {
  const bare = text.replace(/^\[(.*)\]$/, "$1").replace(/%.*$/, "");
  if (!bare.includes(":")) {
    const bytes = parseQuad(bare);
    return bytes === undefined ? undefined : { version: 4, bytes };
  }
  const bytes = parseSix(bare);
  return bytes === undefined ? undefined : { version: 6, bytes };
}

function parseQuad(text: string): readonly number[] | undefined {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part))) return undefined;
  const bytes = parts.map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes : undefined;
}

function parseSix(text: string): readonly number[] | undefined {
  const dotted = /^(.*:)([\d.]+\.\d+)$/.exec(text);
  const quad = dotted === null ? undefined : parseQuad(dotted[2] ?? "");
  if (dotted !== null && quad === undefined) return undefined;
  const groups = dotted === null ? text : `${dotted[1]}${hex(quad, 0)}:${hex(quad, 2)}`;
  const halves = groups.split("::");
  if (halves.length > 2) return undefined;
  const [head = [], tail = []] = halves.map((half) => (half === "" ? [] : half.split(":")));
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const all = [...head, ...Array.from({ length: missing }, () => "0"), ...tail];
  if (!all.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  return all.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
}

function hex(quad: readonly number[] | undefined, at: number): string {
  return (((quad?.[at] ?? 0) << 8) | (quad?.[at + 1] ?? 0)).toString(16);
}

type Block = readonly [prefix: readonly number[], bits: number];

const METADATA_4: readonly Block[] = [
  [[169, 254], 16],
  [[100, 100, 100, 200], 32],
];
const METADATA_6: readonly Block[] = [[[0xfd, 0x00, 0x0e, 0xc2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x02, 0x54], 128]];
const PRIVATE_4: readonly Block[] = [
  [[0], 8],
  [[10], 8],
  [[100, 64], 10],
  [[127], 8],
  [[172, 16], 12],
  [[192, 0, 0], 24],
  [[192, 0, 2], 24],
  [[192, 88, 99], 24],
  [[192, 168], 16],
  [[198, 18], 15],
  [[198, 51, 100], 24],
  [[203, 0, 113], 24],
  [[224], 3],
];
/** Global unicast is 2000::/3; inside it these are tunnels, documentation or benchmarks. */
const PRIVATE_6: readonly Block[] = [
  [[0x20, 0x01, 0x00], 23],
  [[0x20, 0x01, 0x0d, 0xb8], 32],
  [[0x3f, 0xff], 20],
  [[0x5f], 8],
];

/** What an address is, whichever form it hides in: mapped, translated and 6to4 addresses count as the IPv4 they carry. */
export function reachOf(address: Address): Reach {
  if (address.version === 4)
    return inAny(address, METADATA_4) ? "metadata" : inAny(address, PRIVATE_4) ? "private" : "public";
  if (inAny(address, METADATA_6)) return "metadata";
  const inner = embedded(address.bytes);
  if (inner !== undefined) return reachOf({ version: 4, bytes: inner });
  const global = ((address.bytes[0] ?? 0) & 0xe0) === 0x20;
  return global && !inAny(address, PRIVATE_6) ? "public" : "private";
}

function embedded(bytes: readonly number[]): readonly number[] | undefined {
  const zeros = (from: number, to: number) => bytes.slice(from, to).every((byte) => byte === 0);
  if (zeros(0, 10) && bytes[10] === 255 && bytes[11] === 255) return bytes.slice(12);
  if (bytes[0] === 0 && bytes[1] === 0x64 && bytes[2] === 0xff && bytes[3] === 0x9b && zeros(4, 12))
    return bytes.slice(12);
  if (bytes[0] === 0x20 && bytes[1] === 0x02) return bytes.slice(2, 6);
  return undefined;
}

function inAny(address: Address, blocks: readonly Block[]): boolean {
  return blocks.some(([prefix, bits]) => {
    for (let bit = 0; bit < bits; bit += 8) {
      const mask = bits - bit >= 8 ? 255 : (255 << (8 - (bits - bit))) & 255;
      if (((address.bytes[bit / 8] ?? 0) & mask) !== ((prefix[bit / 8] ?? 0) & mask)) return false;
    }
    return true;
  });
}

const METADATA_HOSTS = new Set(["metadata.google.internal", "metadata.goog", "metadata", "instance-data"]);
const PRIVATE_SUFFIXES = [".localhost", ".local", ".internal", ".intranet", ".lan", ".home.arpa"];

/** What a host name alone already says; undefined when its addresses decide. */
export function reachOfHost(hostname: string): Reach | undefined {
  const host = hostname.toLowerCase().replace(/\.$/, "");
  const address = parseAddress(host);
  if (address !== undefined) return reachOf(address);
  if (METADATA_HOSTS.has(host)) return "metadata";
  if (host === "" || host === "localhost" || PRIVATE_SUFFIXES.some((suffix) => host.endsWith(suffix))) return "private";
  return undefined;
}

export interface NetPolicy {
  /** Private networks are allowed; metadata services never are. */
  readonly allowPrivate: boolean;
}

/** Why this reach is refused, or undefined. */
export function refuseReach(reach: Reach, policy: NetPolicy, what: string): string | undefined {
  if (reach === "metadata") return `${what} is a cloud metadata service, which is never reached from here.`;
  if (reach === "private" && !policy.allowPrivate)
    return `${what} is a private or local address (security.allow_private_urls is off).`;
  return undefined;
}
