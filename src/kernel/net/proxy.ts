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

interface Target {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: string;
}

/** The proxy on the way to an address; undefined where there is none, or the person wants none. */
export function proxyFor(url: Target, settings: ProxySettings | undefined): string | undefined {
  const named = url.protocol === "https:" ? settings?.https : settings?.http;
  if (settings === undefined || named === undefined || isExcepted(url, settings.except)) return undefined;
  return named.includes("://") ? named : `http://${named}`;
}

function isExcepted(url: Target, except: string): boolean {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return except.split(/[\s,]+/).some((entry) => {
    const [, name = "", wanted] = /^(\*|\[[^\]]*\]|[^:]*|.*:.*:.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (name === "" || (wanted !== undefined && wanted !== port)) return false;
    const bare = name.replace(/^\*?\./, "").replace(/^\[(.*)\]$/, "$1");
    return name === "*" || host === bare || host.endsWith(`.${bare}`);
  });
}
