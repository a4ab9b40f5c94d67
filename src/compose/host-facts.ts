// What this machine is, in one line for the prompt.

import { release, type } from "node:os";

export function describeHost(): string {
  return `${type()} ${release()}`;
}
