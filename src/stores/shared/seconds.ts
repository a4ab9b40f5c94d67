// The tables count seconds, as the reference does; the program counts milliseconds.

export const toSeconds = (ms: number): number => ms / 1000;
export const toMs = (seconds: number): number => Math.round(seconds * 1000);
