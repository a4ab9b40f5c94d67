// What the web tools and the gates both know about sites.

/** Why a page of this host is not opened; undefined when it may be. Looked at anew for every address. */
export type BlocksSite = (host: string) => string | undefined;
