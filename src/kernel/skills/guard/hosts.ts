// Whose host an address is: a vendor's, a place where anyone leaves anything, a bare number, or unknown.

import { DROP_HOSTS, VENDOR_HOSTS, VENDOR_OWNERS } from "./hosts.data.ts";

/** `blank` is to be filled in by the reader (`https://$HOST/`); reserved example names count as unknown hosts. */
export type HostKind = "vendor" | "drop" | "number" | "local" | "blank" | "unknown";

const vendors: ReadonlySet<string> = new Set(VENDOR_HOSTS);
const drops: ReadonlySet<string> = new Set(DROP_HOSTS);
const owners: ReadonlySet<string> = new Set(VENDOR_OWNERS);

export const ADDRESS = /https?:\/\/[^\s"'`<>()[\]{}|\\]{3,300}/gi;

export function hostKind(url: string): HostKind {
  const match = /^(https?):\/\/(?:[^/@\s]*@)?([^/:?#\s]+)(?::\d+)?(\/[^\s]*)?/i.exec(url);
  const host = (match?.[2] ?? "").toLowerCase().replace(/\.$/, "");
  if (host === "") return "blank";
  if (
    /^(?:localhost|127\.|0\.0\.0\.0|\[::1\]|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/.test(host) ||
    host.endsWith(".local")
  )
    return "local";
  if (/^\d{1,3}(?:\.\d{1,3}){3}$|^0x[0-9a-f]+$|^\d{8,10}$/.test(host)) return "number";
  if (isUnder(host, drops)) return "drop";
  if (isUnder(host, vendors)) return "vendor";
  if (/(?:^|\.)(?:github\.com|githubusercontent\.com|github\.io)$/.test(host))
    return githubKind(host, match?.[3] ?? "");
  return isBlank(host) ? "blank" : "unknown";
}

function isBlank(host: string): boolean {
  return /^(?:your|my[-.]|<|\$|\{)|(?:yourdomain|your-domain|mydomain|domain\.tld)/.test(host) || !host.includes(".");
}

function githubKind(host: string, path: string): HostKind {
  if (host === "api.github.com" || host === "docs.github.com") return "vendor";
  const owner = host.endsWith(".github.io") ? host.split(".")[0] : path.split("/")[1];
  if (host.startsWith("gist.")) return "drop";
  return owner !== undefined && owners.has(owner.toLowerCase()) ? "vendor" : "unknown";
}

function isUnder(host: string, known: ReadonlySet<string>): boolean {
  const parts = host.split(".");
  return parts.some((_, i) => known.has(parts.slice(i).join(".")));
}
