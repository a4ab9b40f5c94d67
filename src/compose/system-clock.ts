// The real clock and real randomness, handed to everything that needs them.

import { randomBytes } from "node:crypto";
import { type Clock, type Ids, LONGEST_TIMER_MS } from "../contracts/time.ts";

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const done = () => {
        signal.removeEventListener("abort", cancel);
        resolve();
      };
      const timer = setTimeout(done, Math.min(ms, LONGEST_TIMER_MS));
      const cancel = () => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      signal.addEventListener("abort", cancel, { once: true });
    }),
};

export const systemIds: Ids = {
  sessionId: () => `${stamp(new Date())}_${randomBytes(3).toString("hex")}`,
  id: (prefix) => `${prefix}_${randomBytes(6).toString("hex")}`,
  random: () => Math.random(),
};

function stamp(now: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`;
  return `${day}_${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`;
}

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** `Friday, June 19, 2026` on this machine's calendar. */
export function dateInWords(at: number): string {
  const date = new Date(at);
  return `${DAYS[date.getDay()]}, ${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`;
}

/** Midnight before this moment, on this machine's calendar. */
export function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}
