// Prose that warns of a thing shows the thing. Near words of warning, what is written is more likely a lesson than an order.

const WARNING =
  /\b(?:never|do not|don'?t|avoid|must not|should not|shouldn'?t|dangerous|malicious|unsafe|insecure|untrusted|block(?:s|ed|ing)?|den(?:y|ies|ied)|forbid\w*|prohibit\w*|reject\w*|detect\w*|flag(?:s|ged)?|red flags?|anti-?patterns?|attack(?:s|er|ers)?|exploit\w*|vulnerab\w*|bad (?:example|practice)|warn(?:ing|s)?|destructive|refuse\w*|catastroph\w*|suspicious|payloads?)\b|❌|🚫|⛔|⚠/i;

export interface Teaching {
  /** Whether the line, the lines just above it or its heading warn of what stands at `at`. */
  isWarned(at: number): boolean;
}

export function createTeaching(text: string): Teaching {
  return {
    isWarned(at) {
      const end = text.indexOf("\n", at);
      const near = text.slice(Math.max(0, at - 240), end === -1 ? text.length : end);
      if (WARNING.test(near)) return true;
      const heading = text.lastIndexOf("\n#", at);
      if (heading === -1) return false;
      const headingEnd = text.indexOf("\n", heading + 1);
      return WARNING.test(text.slice(heading, headingEnd === -1 ? text.length : headingEnd));
    },
  };
}
