// The memory providers that ship with the program: what each needs, and how to load it when it is chosen.

import type { BundledProvider } from "./memory/manifest.ts";

export const MEMORY_PROVIDERS: readonly BundledProvider[] = [
  {
    manifest: {
      name: "honcho",
      title: "Honcho",
      summary: "A model of you, built from conversations and asked in plain words (cloud or self-hosted).",
      requires: [],
      either: ["HONCHO_API_KEY", "HONCHO_BASE_URL"],
      optional: [
        { name: "HONCHO_API_KEY", what: "key from app.honcho.dev; not needed for a server of your own" },
        { name: "HONCHO_BASE_URL", what: "address of a server of your own" },
        { name: "HONCHO_ENVIRONMENT", what: "environment of the account" },
        { name: "HONCHO_TIMEOUT", what: "seconds an answer may take" },
      ],
      settingsFile: "honcho.json",
      dataDir: "honcho",
    },
    load: async () => (await import("./memory/honcho.ts")).honcho,
  },
  {
    manifest: {
      name: "openviking",
      title: "OpenViking",
      summary: "A self-hosted file system of memories and resources, searched by meaning.",
      requires: [],
      optional: [
        { name: "OPENVIKING_ENDPOINT", what: "address of the server; http://127.0.0.1:1933 unless said" },
        { name: "OPENVIKING_API_KEY", what: "key, where the server asks for one" },
        { name: "OPENVIKING_ACCOUNT", what: "account" },
        { name: "OPENVIKING_USER", what: "user" },
        { name: "OPENVIKING_AGENT", what: "agent" },
      ],
      settingsFile: "openviking.json",
      dataDir: "openviking",
    },
    load: async () => (await import("./memory/openviking.ts")).openviking,
  },
  {
    manifest: {
      name: "mem0",
      title: "Mem0",
      summary: "Facts extracted and found by meaning on Mem0's platform.",
      requires: [{ name: "MEM0_API_KEY", what: "key from app.mem0.ai" }],
      optional: [{ name: "MEM0_BASE_URL", what: "another address" }],
      settingsFile: "mem0.json",
      dataDir: "mem0",
    },
    load: async () => (await import("./memory/mem0.ts")).mem0,
  },
  {
    manifest: {
      name: "hindsight",
      title: "Hindsight",
      summary: "Facts retained, recalled and reflected upon (cloud or self-hosted).",
      requires: [],
      either: ["HINDSIGHT_API_KEY", "HINDSIGHT_API_URL"],
      optional: [
        { name: "HINDSIGHT_API_KEY", what: "key for the cloud" },
        { name: "HINDSIGHT_API_URL", what: "address of a server of your own" },
      ],
      settingsFile: "hindsight/config.json",
      dataDir: "hindsight",
    },
    load: async () => (await import("./memory/hindsight.ts")).hindsight,
  },
  {
    manifest: {
      name: "holographic",
      title: "Holographic",
      summary: "Facts on this machine, with trust and names; no service, no key.",
      requires: [],
      optional: [],
      settingsFile: "holographic.json",
      dataDir: ".",
    },
    load: async () => (await import("./memory/holographic.ts")).holographic,
  },
  {
    manifest: {
      name: "retaindb",
      title: "RetainDB",
      summary: "Memories and files by project; writes survive outages in a local queue.",
      requires: [{ name: "RETAINDB_API_KEY", what: "key from retaindb.com" }],
      optional: [
        { name: "RETAINDB_BASE_URL", what: "another address" },
        { name: "RETAINDB_PROJECT", what: "project the memories belong to" },
      ],
      settingsFile: "retaindb.json",
      dataDir: ".",
    },
    load: async () => (await import("./memory/retaindb.ts")).retaindb,
  },
  {
    manifest: {
      name: "byterover",
      title: "ByteRover",
      summary: "A tree of knowledge kept by the brv program, locally or synced.",
      requires: [],
      optional: [
        { name: "BRV_API_KEY", what: "key for syncing" },
        { name: "PATH", what: "where the program is found" },
        { name: "HOME", what: "where the program keeps its sign-in" },
      ],
      settingsFile: "byterover.json",
      dataDir: "byterover",
      program: "brv",
    },
    load: async () => (await import("./memory/byterover.ts")).byterover,
  },
  {
    manifest: {
      name: "supermemory",
      title: "Supermemory",
      summary: "Profile and search over everything said, in the cloud.",
      requires: [{ name: "SUPERMEMORY_API_KEY", what: "key from supermemory.ai" }],
      optional: [{ name: "SUPERMEMORY_CONTAINER_TAG", what: "container the memories go to" }],
      settingsFile: "supermemory.json",
      dataDir: "supermemory",
    },
    load: async () => (await import("./memory/supermemory.ts")).supermemory,
  },
];
