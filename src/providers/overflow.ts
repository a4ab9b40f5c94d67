// Telling "the prompt is too long" from every other refusal: the vendor's own code first, its wording only last.

const CODES: ReadonlySet<string> = new Set([
  "context_length_exceeded",
  "context_window_exceeded",
  "exceed_context_size_error",
  "model_context_window_exceeded",
  "request_too_large",
  "prompt_too_long",
  "max_context_length_exceeded",
]);

/** Wording of vendors that send no code. Each names the prompt or the window; a complaint about the output cap alone does not match. */
const PHRASES: readonly RegExp[] = [
  /prompt is too long/i,
  /input (?:length|tokens?|is)[^.]{0,80}(?:exceed|too long|greater than)/i,
  /input token count[^.]{0,60}exceeds/i,
  /maximum (?:context|prompt) length/i,
  /context (?:length|window|size)[^.]{0,60}exceed/i,
  /exceed[a-z]{0,4}[^.]{0,60}context (?:length|window|size|limit)/i,
  /longer than the (?:model'?s )?(?:maximum )?context/i,
  /reduce the length of (?:the|your) (?:messages|prompt|input)/i,
  /too many tokens in (?:the )?(?:prompt|request)/i,
  /context (?:the )?overflows/i,
  /extra usage is required for long context/i,
];

/** The output cap was refused, not the prompt. */
const OUTPUT_CAP =
  /max_(?:completion_|output_)?tokens["'`]?\s*(?:[:=]?\s*\d+\s*>|is too large|must be)|maximum allowed number of output tokens/i;

export function isOverflow(facts: {
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly message: string;
}): boolean {
  if (facts.code !== undefined && CODES.has(facts.code)) return true;
  if (facts.status === 413) return true;
  if (facts.status !== undefined && ![400, 422, 429, 500].includes(facts.status)) return false;
  if (OUTPUT_CAP.test(facts.message)) return false;
  return PHRASES.some((phrase) => phrase.test(facts.message));
}

/** Where each wording puts the window. */
const STATED: readonly RegExp[] = [
  /"n_ctx"\s*:\s*(\d+)/,
  /exceed context limit:\s*[\d,_]+\s*\+\s*[\d,_]+\s*>\s*([\d,_]+)/i,
  /maximum (?:context|prompt) length (?:is|of)\s*([\d,_]+)/i,
  /context (?:length|window|size|limit)[^\d]{0,40}?([\d,_]{4,})/i,
  />\s*([\d,_]+)\s*(?:token )?(?:maximum|max|limit)/i,
  /maximum number of tokens allowed\s*\(?([\d,_]+)/i,
  /(?:limit|max(?:imum)?)[^\d]{0,20}?([\d,_]{4,})\s*tokens/i,
];

/** The window a vendor states in its refusal, when it does. */
export function statedWindow(message: string): number | undefined {
  if (/extra usage is required for long context/i.test(message)) return 200_000;
  for (const pattern of STATED) {
    const digits = pattern.exec(message)?.[1]?.replace(/[,_]/g, "");
    const value = Number(digits);
    if (Number.isInteger(value) && value >= 1_024) return value;
  }
  return undefined;
}
