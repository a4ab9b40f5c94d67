// The platform's fetch, sent through the proxy the environment names. Nothing is loaded before the first request.

import { proxySettings } from "../kernel/net/proxy.ts";
import { proxyVariables } from "../providers/transport.ts";

export function outboundFetch(env: Readonly<Record<string, string | undefined>>): typeof fetch {
  const proxy = proxySettings(env);
  if (proxy === undefined) return fetch;
  let dispatcher: RequestInit["dispatcher"];
  return (input, init) => {
    dispatcher ??= proxyDispatcher(proxyVariables(proxy));
    return fetch(input, { ...init, dispatcher });
  };
}

/**
 * Node makes one only for the whole process. It is taken from there and the process left as it was: whoever uses us as a
 * library keeps a fetch of their own.
 */
function proxyDispatcher(variables: Readonly<Record<string, string>>): RequestInit["dispatcher"] {
  const restore = process.getBuiltinModule("node:http").setGlobalProxyFromEnv(variables);
  try {
    return Reflect.get(globalThis, Symbol.for("undici.globalDispatcher.1"));
  } finally {
    restore();
  }
}
