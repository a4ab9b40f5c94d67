// Tells keys from words. A key is drawn by a machine; code, prose and names are written by people.

import { SAMPLES } from "./samples.data.ts";

/** Values that stand for a secret without being one. */
const PLACEHOLDER =
  /x{3,}|\*{3,}|\.{3,}|…|your|example|changeme|change_me|replace|placeholder|dummy|redacted|sample|insert|todo|undefined|null|none|password|passwd|secret$|token$|12345|abcdef|qwerty|hunter2|foobar|lorem|process\.env|os\.environ|getenv|\$\{|\{\{|%[({]|<|>/i;

export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value) || /^(.)\1+$/.test(value) || SAMPLES.has(value) || isMashed(value);
}

/** Fingers drummed on the middle row of a keyboard; a drawn key has a third of its letters there. */
function isMashed(value: string): boolean {
  if (value.length > 40 || !/^[a-z0-9]+$/.test(value)) return false;
  const letters = value.match(/[a-z]/g)?.length ?? 0;
  const resting = value.match(/[asdfghjkl]/g)?.length ?? 0;
  return letters >= 10 && resting >= letters * (letters < 12 ? 0.9 : 0.8);
}

/** True for text no person would choose: long runs that mix letters with several groups of digits. */
export function looksRandom(value: string): boolean {
  if (value.length < 10 || isPlaceholder(value)) return false;
  if (/^\d+$/.test(value)) return value.length >= 14 && value.length <= 40;
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) return true;
  if (/^[0-9a-f]{8}:[0-9a-f]{8}$/.test(value)) return true;
  if (value.split(/[-_.:/=+~,|%]/).some(isRandomRun)) return true;
  const letters = value.match(/[a-z]/gi)?.length ?? 0;
  return (
    value.length >= 24 && (value.match(/\d+/g)?.length ?? 0) >= 5 && letters * 2 >= value.length && !/[/:]/.test(value)
  );
}

function isRandomRun(run: string): boolean {
  if (run.length < 10 || !/[A-Za-z]/.test(run)) return false;
  const groups = run.match(/\d+/g)?.length ?? 0;
  if (/^[0-9a-f]+$/i.test(run)) return groups >= 2 && run.length >= 16;
  if (groups >= 3) return true;
  if (groups === 2) return run.length >= 12;
  return groups === 1 && run.length >= 20 && caseChanges(run) >= run.length / 3;
}

/** How often the case flips between neighbours: words flip at their borders, random text all the time. */
function caseChanges(run: string): number {
  let flips = 0;
  for (let i = 1; i < run.length; i++) {
    const before = /[a-z]/.test(run[i - 1] ?? "");
    const after = /[a-z]/.test(run[i] ?? "");
    if (before !== after) flips++;
  }
  return flips;
}

/** A password a person chose: not a word of a program, not a reference to something else. */
export function looksChosen(value: string): boolean {
  if (value.length < 6 || isPlaceholder(value) || /1234|[$(){}[\]]/.test(value)) return false;
  if (/^[A-Za-z]{12,}$/.test(value)) return caseChanges(value) >= value.length / 3;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length;
  return kinds >= 3 || (kinds === 2 && /\d/.test(value) && /[A-Za-z]/.test(value));
}
