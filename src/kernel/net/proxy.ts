// Which proxy the environment names, read once in one way for everything that goes out.

export interface ProxySettings {
  /** For `http:` addresses. */
  readonly http?: string;
  /** For `https:` addresses. */
  readonly https?: string;
  /** Hosts that are reached directly, as written: names, suffixes, addresses, `*`. */
  readonly except: string;
}

/** Undefined when no proxy is named. The lower-case names win, as with other programs. */
export function proxySettings(env: Readonly<Record<string, string | undefined>>): ProxySettings | undefined {
  const named = (name: string) => env[name]?.trim() || env[name.toUpperCase()]?.trim() || undefined;
  const http = named("http_proxy");
  const https = named("https_proxy");
  if (http === undefined && https === undefined) return undefined;
  return {
    ...(http !== undefined && { http }),
    ...(https !== undefined && { https }),
    except: named("no_proxy") ?? "",
  };
}
