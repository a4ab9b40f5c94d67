// A vendor's HTTP API played from a recording of its documentation: every call is held against the documented request, every
// answer is the documented answer with other values in it. What the documentation does not know is a complaint,
// and what it does not confirm says so.

import { readFileSync } from "node:fs";
import { isRecord } from "../kernel/json.ts";
import { type ContractAnswer, type ContractCall, type ContractServer, startContractServer } from "./contract-server.ts";

export interface RecordedExchange {
  readonly name: string;
  /** The page it is taken from. */
  readonly source: string;
  /** What no page of the vendor says, so that nobody takes it for documented. */
  readonly unconfirmed?: string;
  readonly method: string;
  /** `{name}` stands for one part. */
  readonly path: string;
  /** Needs no key. */
  readonly open?: boolean;
  readonly query?: readonly string[];
  readonly requiredQuery?: readonly string[];
  /** Every field there is, with a value of its kind; an empty map stands for any map. */
  readonly request?: Readonly<Record<string, unknown>>;
  /** The same for every value of a map with free names. */
  readonly each?: unknown;
  /** `messages[].content` */
  readonly required?: readonly string[];
  readonly limits?: Readonly<Record<string, Limit>>;
  /** Names of the parts of an upload. */
  readonly form?: readonly string[];
  readonly status: number;
  readonly response?: unknown;
}

interface Limit {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: string;
}

export interface Recording {
  readonly service: string;
  /** Header → value; `{key}` stands for the key. */
  readonly auth: Readonly<Record<string, string>>;
  /** Headers that must be there, whatever they say. */
  readonly headers?: readonly string[];
  /** Paths this version of the service does not have and clients may try. */
  readonly absent?: readonly string[];
  readonly exchanges: readonly RecordedExchange[];
}

export interface PlayedCall extends ContractCall {
  /** What stood for `{name}` in the path. */
  readonly part: Readonly<Record<string, string>>;
  /** The documented answer, ours to fill in. */
  // biome-ignore lint/suspicious/noExplicitAny: each recording has its own shape, checked by what the client makes of it
  readonly example: any;
}

/** `"missing"`: the documented 404. */
export type Play = (call: PlayedCall) => unknown | "missing";

export interface RecordedServer extends ContractServer {
  /** Recorded exchanges no call has played yet. */
  unplayed(): readonly string[];
}

export function readRecording(url: URL): Recording {
  return JSON.parse(readFileSync(url, "utf8")) as Recording;
}

/** `plays` says what a call changes and what its answer holds; an exchange without one gives the documented answer as it is. */
export async function startRecordedServer(
  recording: Recording,
  key: string,
  plays: Readonly<Record<string, Play>>,
): Promise<RecordedServer> {
  const complaints: string[] = [];
  const played = new Set<string>();
  const server = await startContractServer((call) => {
    const found = findExchange(recording, call);
    if (found === undefined) {
      if (!recording.absent?.some((path) => partsOf(path, call.path) !== undefined))
        complaints.push(`${call.method} ${call.path} is not documented`);
      return undefined;
    }
    const { exchange, part } = found;
    const wrong = complaintsAbout(recording, exchange, call, key);
    complaints.push(...wrong.list.map((one) => `${call.method} ${call.path}: ${one}`));
    if (wrong.list.length > 0) return { status: wrong.status, json: { error: wrong.list.join("; ") } };
    played.add(exchange.name);
    const example: unknown = structuredClone(exchange.response);
    const answer = plays[exchange.name]?.({ ...call, part, example }) ?? example;
    return answer === "missing" ? { status: 404, json: { detail: "not found" } } : answerOf(exchange, answer);
  });
  return {
    ...server,
    complaints,
    unplayed: () => recording.exchanges.map(({ name }) => name).filter((name) => !played.has(name)),
  };
}

/** A documented item with other values; a value the documentation does not know is a mistake of the test. */
export function filled<T extends object>(example: T, values: Readonly<Record<string, unknown>>): T {
  for (const name of Object.keys(values))
    if (!(name in example)) throw new Error(`The documentation knows no field ${name}.`);
  return { ...example, ...values };
}

function answerOf({ status, response }: RecordedExchange, answer: unknown): ContractAnswer {
  if (response === undefined) return { status };
  return typeof response === "string" ? { status, text: String(answer) } : { status, json: answer };
}

function findExchange({ exchanges }: Recording, { method, path }: ContractCall) {
  const matches = exchanges.flatMap((exchange) => {
    const part = exchange.method === method ? partsOf(exchange.path, path) : undefined;
    return part === undefined ? [] : [{ exchange, part }];
  });
  // `/conclusions/list` before `/conclusions/{id}`.
  return matches.toSorted((a, b) => Object.keys(a.part).length - Object.keys(b.part).length)[0];
}

function partsOf(template: string, path: string): Readonly<Record<string, string>> | undefined {
  const [wanted, given] = [template.split("/"), path.split("/")];
  if (wanted.length !== given.length) return undefined;
  const part: Record<string, string> = {};
  for (const [i, piece] of wanted.entries()) {
    const name = /^\{(\w+)\}$/.exec(piece)?.[1];
    const value = given[i] ?? "";
    if (name === undefined ? piece !== value : value === "") return undefined;
    if (name !== undefined) part[name] = decodeURIComponent(value);
  }
  return part;
}

function complaintsAbout(
  { auth, headers = [] }: Recording,
  exchange: RecordedExchange,
  call: ContractCall,
  key: string,
): { readonly status: number; readonly list: readonly string[] } {
  const keys = exchange.open ? [] : Object.entries(auth);
  const denied = keys.flatMap(([name, value]) =>
    call.headers[name] === value.replace("{key}", key) ? [] : [`wrong or no ${name}`],
  );
  if (denied.length > 0) return { status: 401, list: denied };
  const given = [...call.query.keys()];
  return {
    status: 422,
    list: [
      ...headers.filter((name) => !call.headers[name]).map((name) => `no header ${name}`),
      ...given.filter((name) => !exchange.query?.includes(name)).map((name) => `unknown query ${name}`),
      ...(exchange.requiredQuery ?? []).filter((name) => !given.includes(name)).map((name) => `no query ${name}`),
      ...(exchange.form === undefined ? bodyComplaints(exchange, call.body) : formComplaints(exchange.form, call.body)),
    ],
  };
}

function bodyComplaints({ request, each, required = [], limits = {} }: RecordedExchange, body: unknown): string[] {
  if (request === undefined) return body === undefined ? [] : ["has a body"];
  return [
    ...differences(request, body, "body"),
    ...(each === undefined
      ? []
      : Object.entries(isRecord(body) ? body : {}).flatMap(([k, v]) => differences(each, v, k))),
    ...required.flatMap((path) => (valuesAt(body, path).includes(undefined) ? [`no ${path}`] : [])),
    ...Object.entries(limits).flatMap(([path, limit]) =>
      valuesAt(body, path).flatMap((value) =>
        value === undefined || keeps(value, limit) ? [] : [`${path} out of bounds`],
      ),
    ),
  ];
}

function differences(example: unknown, value: unknown, at: string): readonly string[] {
  if (Array.isArray(example)) {
    if (!Array.isArray(value)) return [`${at} is no list`];
    return example.length === 0 ? [] : value.flatMap((one) => differences(example[0], one, `${at}[]`));
  }
  if (isRecord(example)) {
    if (!isRecord(value)) return [`${at} is no map`];
    if (Object.keys(example).length === 0) return [];
    return Object.entries(value).flatMap(([name, one]) =>
      name in example ? differences(example[name], one, `${at}.${name}`) : [`${at}.${name} is not documented`],
    );
  }
  return typeof value === typeof example ? [] : [`${at} is a ${typeof value}, not a ${typeof example}`];
}

/** `undefined` for each place where there is nothing. */
function valuesAt(value: unknown, path: string): readonly unknown[] {
  const [head = "", ...rest] = path.split(".");
  const [, name = "", list] = /^(\w+)(\[\])?$/.exec(head) ?? [];
  const found = isRecord(value) ? value[name] : undefined;
  const here = list === undefined || found === undefined ? [found] : Array.isArray(found) ? found : [undefined];
  return rest.length === 0 ? here : here.flatMap((one) => valuesAt(one, rest.join(".")));
}

function keeps(value: unknown, { min, max, pattern }: Limit): boolean {
  const size =
    typeof value === "number" ? value : Array.isArray(value) ? value.length : Array.from(String(value)).length;
  if (min !== undefined && size < min) return false;
  if (max !== undefined && size > max) return false;
  return pattern === undefined || new RegExp(pattern, "u").test(String(value));
}

function formComplaints(names: readonly string[], body: unknown): readonly string[] {
  const sent = [...String(body).matchAll(/ name="([^"]*)"/g)].map((match) => match[1] ?? "");
  return [
    ...names.filter((name) => !sent.includes(name)).map((name) => `no part ${name}`),
    ...sent.filter((name) => !names.includes(name)).map((name) => `unknown part ${name}`),
  ];
}
