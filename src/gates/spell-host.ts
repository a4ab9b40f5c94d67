// Hosts as rules write them, spelled as addresses spell them: `bücher.example` stands there as `xn--bcher-kva.example`.

import { bareHost } from "../kernel/net/sites.ts";

export function spellHost(rule: string): string {
  return /[^ -~]/.test(rule) ? (URL.parse(`https://${bareHost(rule)}`)?.hostname ?? rule) : rule;
}
