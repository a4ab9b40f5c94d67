// A loopback stand-in for a vendor's HTTP API: answers from a function, remembers every call, and fails on demand.

import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { parseJson } from "../kernel/json.ts";

export interface ContractCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Parsed JSON; the raw text of anything else. */
  readonly body: unknown;
}

export interface ContractAnswer {
  readonly status?: number;
  readonly json?: unknown;
  readonly text?: string;
}

/** `hang` accepts and never answers; `garbage` answers 200 with what is no JSON. */
export type Fault = "none" | "hang" | "unauthorised" | "server-error" | "garbage";

export interface ContractServer {
  readonly url: string;
  readonly calls: readonly ContractCall[];
  /** What calls did that the service does not know; empty for a client that keeps to it. */
  readonly complaints: readonly string[];
  fault(kind: Fault): void;
  stop(): Promise<void>;
}

/** Undefined answers are 404. */
export async function startContractServer(
  answer: (call: ContractCall) => ContractAnswer | undefined,
): Promise<ContractServer> {
  const calls: ContractCall[] = [];
  const state = { fault: "none" as Fault };
  const server = createServer(async (request, response) => {
    const call = await readCall(request);
    calls.push(call);
    if (state.fault === "hang") return;
    const { status, json, text } = faulty(state.fault) ?? answer(call) ?? { status: 404, json: { error: "not found" } };
    response.writeHead(status ?? 200, { "content-type": text === undefined ? "application/json" : "text/plain" });
    response.end(text ?? (json === undefined ? "" : JSON.stringify(json)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    complaints: [],
    fault(kind) {
      state.fault = kind;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function faulty(fault: Fault): ContractAnswer | undefined {
  switch (fault) {
    case "unauthorised":
      return { status: 401, json: { detail: "bad key" } };
    case "server-error":
      return { status: 500, json: { detail: "broken" } };
    case "garbage":
      return { text: "<html>\u0000 not what you asked for" };
    default:
      return undefined;
  }
}

async function readCall(request: IncomingMessage): Promise<ContractCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const raw = Buffer.concat(chunks).toString("utf8");
  const parsed = raw === "" ? undefined : parseJson(raw);
  const url = new URL(request.url ?? "/", "http://loopback");
  return {
    method: request.method ?? "",
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers as Record<string, string | undefined>,
    body: parsed === undefined ? undefined : parsed.type === "ok" ? parsed.value : raw,
  };
}
