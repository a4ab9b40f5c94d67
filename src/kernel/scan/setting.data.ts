// The words that tell an order from a mention of one.

/** A phrase right behind one of these is forbidden, not ordered. */
export const NEGATORS: ReadonlySet<string> = wordSet(
  "never not dont cannot cant wont shouldnt mustnt doesnt didnt avoid refuse without nor neither",
);

/** Words that introduce what somebody else says. */
export const REPORTING: ReadonlySet<string> = wordSet(
  "asks ask asking asked tells telling says saying claims claiming attempts attempt attempting tries try trying requests instructs instructing contains containing contain includes including like phrases phrase eg example examples such detect detects detecting flag flags embedded via causing make makes tricks trick could might may directing appears urging demanding seek seeks designed patterns pattern wants want attacker attackers payload payloads strings text reads",
);

/** Words of texts that are about attacks. */
export const DEFENCE: ReadonlySet<string> = wordSet(
  "injection injections injected jailbreak jailbreaks jailbreaking attack attacks attacker attackers malicious adversarial adversary untrusted suspicious refuse refuses reject rejects detect detects detection sanitize sanitise sanitizes filter filters scanner scan guardrail guardrails red threat threats hijack hijacking hostile exploit vulnerability vulnerabilities owasp phishing exfiltration exfiltrate leakage poisoning poisoned treat distrust",
);

/** Rules whose object may be named as foreign text, which makes them protections. */
export const OVERRIDES: ReadonlySet<string> = wordSet("prompt_injection disregard_rules");

/** Words that tie such an object to where it comes from. */
export const QUALIFIERS: ReadonlySet<string> = wordSet(
  "that which in inside from within embedded found contained hidden",
);

/** Where it comes from. */
export const FOREIGN: ReadonlySet<string> = wordSet(
  "ask asks asking tell tells telling try tries attempt attempts instruct instructs contradict contradicts conflict conflicts file files repository repo repositories tool tools output outputs results web fetched retrieved external comments issue issues third untrusted embedded quoted pages",
);

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
