// Which program this is. Written in by the build; the source running directly has no release.

declare const __HERMES_VERSION__: string | undefined;

export const IS_BUILT = typeof __HERMES_VERSION__ === "string";
export const PROGRAM_VERSION = typeof __HERMES_VERSION__ === "string" ? __HERMES_VERSION__ : "0.0.0-source";
