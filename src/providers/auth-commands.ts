// What `hermes auth` does, as data in and data out. Secrets leave this file only masked.

import type { Ids } from "../contracts/time.ts";
import { UsageFailure } from "../kernel/failure.ts";
import { pooledProviders, poolOf, withPool } from "./auth-document.ts";
import type { AuthFile } from "./auth-file.ts";
import type { Tokens } from "./oauth.ts";
import type { PoolEntry } from "./pool.ts";
import { restored } from "./pool.ts";
import { maskKey } from "./redact.ts";
import { withTokens } from "./sign-in.ts";

export interface CredentialView {
  /** Counted from 1, as `remove` takes it. */
  readonly index: number;
  readonly id: string;
  readonly label: string;
  readonly authType: PoolEntry["authType"];
  readonly source: string;
  readonly status: PoolEntry["status"];
  readonly masked: string;
  readonly resetAtMs?: number;
  readonly error?: string;
  readonly uses: number;
}

export interface AuthCommands {
  addKey(provider: string, secret: string, label?: string): Promise<CredentialView>;
  addTokens(
    provider: string,
    tokens: Tokens,
    extra?: Pick<Partial<PoolEntry>, "label" | "baseUrl" | "portalUrl" | "clientId" | "scope">,
  ): Promise<CredentialView>;
  /** Per provider; all of them when none is named. */
  list(
    provider?: string,
  ): Promise<readonly { readonly provider: string; readonly credentials: readonly CredentialView[] }[]>;
  /** `target` is an index, an id or a label. Throws UsageFailure when it names nothing or more than one. */
  remove(provider: string, target: string): Promise<CredentialView>;
  /** Makes every credential usable again; resolves with how many changed. */
  reset(provider: string): Promise<number>;
  /** Removes everything kept for the provider. */
  logout(provider: string): Promise<number>;
}

export function createAuthCommands(file: AuthFile, ids: Ids): AuthCommands {
  const add = async (provider: string, make: (priority: number) => PoolEntry) => {
    const after = await file.update((document) => {
      const entries = poolOf(document, provider);
      return withPool(document, provider, [...entries, make(entries.length)]);
    });
    const entries = poolOf(after, provider);
    return view(entries.at(-1) ?? make(0), entries.length - 1);
  };

  return {
    addKey(provider, secret, label) {
      const clean = secret.trim();
      if (clean === "" || /\s/.test(clean))
        throw new UsageFailure("A key is one word without spaces; nothing was added.");
      return add(provider, (priority) =>
        newEntry({ ids, priority, label, authType: "api_key", source: "manual", secret: clean }),
      );
    },
    addTokens(provider, tokens, extra = {}) {
      return add(provider, (priority) => {
        const entry = newEntry({
          ids,
          priority,
          label: extra.label,
          authType: "oauth",
          source: "device_code",
          secret: "",
        });
        return withTokens({ ...entry, ...extra, label: entry.label }, tokens);
      });
    },
    async list(provider) {
      const document = await file.read();
      const providers = provider === undefined ? pooledProviders(document) : [provider];
      return providers.map((name) => ({ provider: name, credentials: poolOf(document, name).map(view) }));
    },
    async remove(provider, target) {
      const entries = poolOf(await file.read(), provider);
      const entry = findEntry(entries, provider, target);
      await file.update((document) =>
        withPool(
          document,
          provider,
          poolOf(document, provider).filter((other) => other.id !== entry.id),
        ),
      );
      return view(entry, entries.indexOf(entry));
    },
    async reset(provider) {
      let changed = 0;
      await file.update((document) => {
        const entries = poolOf(document, provider);
        changed = entries.filter((entry) => entry.status !== "ok").length;
        return changed === 0 ? document : withPool(document, provider, entries.map(restored));
      });
      return changed;
    },
    async logout(provider) {
      let removed = 0;
      await file.update((document) => {
        removed = poolOf(document, provider).length;
        return removed === 0 ? document : withPool(document, provider, []);
      });
      return removed;
    },
  };
}

function newEntry(fields: {
  readonly ids: Ids;
  readonly priority: number;
  readonly label: string | undefined;
  readonly authType: PoolEntry["authType"];
  readonly source: string;
  readonly secret: string;
}): PoolEntry {
  const { ids, label, ...rest } = fields;
  const id = ids.id("cred");
  return { ...rest, id, label: label?.trim() || `key ${fields.priority + 1}`, status: "ok", uses: 0 };
}

function findEntry(entries: readonly PoolEntry[], provider: string, target: string): PoolEntry {
  const byIndex = /^\d+$/.test(target) ? entries[Number(target) - 1] : undefined;
  const named = entries.filter((entry) => entry.id === target || entry.label === target);
  const found = named[0] ?? byIndex;
  if (found === undefined || named.length > 1) {
    const known = entries.map((entry, index) => `${index + 1} ${entry.id} "${entry.label}"`).join(", ");
    const why = named.length > 1 ? "more than one credential is called" : "no credential is called";
    throw new UsageFailure(`For ${provider}, ${why} "${target}". Known: ${known || "none"}.`);
  }
  return found;
}

function view(entry: PoolEntry, index: number): CredentialView {
  return {
    index: index + 1,
    id: entry.id,
    label: entry.label,
    authType: entry.authType,
    source: entry.source,
    status: entry.status,
    masked: maskKey(entry.secret),
    ...(entry.resetAtMs !== undefined && { resetAtMs: entry.resetAtMs }),
    ...(entry.errorMessage !== undefined && { error: entry.errorMessage }),
    uses: entry.uses,
  };
}
