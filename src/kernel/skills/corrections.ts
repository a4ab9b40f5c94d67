// A cheap look at what the user just said: does it correct, prefer or ask to remember something? No model is asked.

export type Signal = "correction" | "style" | "preference";

interface SignalRule {
  readonly signal: Signal;
  readonly pattern: RegExp;
}

const RULES: readonly SignalRule[] = [
  {
    signal: "style",
    pattern:
      /\b(?:too (?:verbose|long|wordy|short|terse|formal|chatty|detailed)|less (?:verbose|detail|text)|more (?:concise|detail)|be (?:brief|concise|shorter)|shorter|stop (?:explaining|apologi[sz]ing|repeating|using (?:emojis?|bullet)|adding)|no (?:emojis?|bullet points|preamble|summary|fluff)|just (?:the answer|give me|show me|do it)|don'?t (?:explain|apologi[sz]e|repeat))\b/i,
  },
  {
    signal: "preference",
    pattern:
      /(?:^|[.!?;:\n,]\s{0,3}|\bplease |\byou (?:should|must) )(?:always|never)\b|\b(?:from now on|in (?:the )?future,? (?:please|use|do|don'?t|always|never)|next time|every time you|i (?:prefer|like it|want you|hate it|need you)|please (?:remember|keep (?:it|to|in))|remember (?:that|to|this)|make (?:it|this) a habit|my (?:convention|preference|style|way) is|we (?:always|never|usually)) /i,
  },
  {
    signal: "correction",
    pattern:
      /^(?:no(?:[,.!:;]|$| (?:that|this|don'?t|use|not|i |it'?s|you))|nope\b|wrong\b|(?:stop|wait)(?:[,.!]|$| (?:that|this|doing|it$))|not (?:like )?that\b|that'?s (?:not|wrong))|\b(?:that'?s (?:not (?:what|right|correct|how)|wrong|incorrect)|you (?:forgot|missed|should(?:n'?t)? have|didn'?t|broke|ignored|were supposed)|i (?:said|asked|told you|meant)|(?:not|instead of) what i (?:asked|said|meant|wanted)|use \S+ instead|do (?:it|this) (?:again|differently|properly)|why did you|you keep|undo (?:that|this|it)|revert (?:that|this|it)|as i (?:said|told)|how many times)\b/i,
  },
  {
    signal: "correction",
    pattern:
      /(?:^|[\s,.])(?:nein|falsch|nicht so|hör auf|zu lang|non|faux|pas comme|trop long|arrête|no es|está mal|demasiado largo|deja de|sbagliato|troppo lungo|errado|muito longo|нет|неправильно|не так|слишком длинно|хватит)(?=$|[\s,.!])|不对|不是这样|错了|太长|别再|以后|今后|違う|ちがう|長すぎ|やめて|今後|아니|틀렸|너무 길/i,
  },
  {
    signal: "preference",
    pattern:
      /(?:^|\s)(?:ab jetzt|künftig|immer|niemals|merk dir|désormais|toujours|jamais|de ahora en adelante|siempre|nunca|recuerda|отныне|всегда|никогда|запомни)(?=$|[\s,.!:])|记住|总是|永远不要|覚えて|いつも|기억해|항상/i,
  },
];

/** What the user's words in one turn signal, each once; none for long pasted texts, whose words are not the user's. */
export function signalsIn(userTexts: readonly string[]): readonly Signal[] {
  const found = new Set<Signal>();
  for (const text of userTexts) {
    const own = ownWords(text);
    for (const { signal, pattern } of RULES) if (pattern.test(own)) found.add(signal);
  }
  return [...found];
}

const LOOKED_AT = 600;

/** The beginning and the end of a message, without code, quotations and pasted markup. */
function ownWords(text: string): string {
  const plain = text.length <= LOOKED_AT * 4 ? text : `${text.slice(0, LOOKED_AT * 2)}\n${text.slice(-LOOKED_AT * 2)}`;
  const own = plain
    .replace(/```[\s\S]*?(?:```|$)/g, " ")
    .replace(/^>.*$/gm, " ")
    .replace(/<(\w{1,20})[^<>]{0,80}>[\s\S]{200,}?<\/\1>/g, " ");
  return own.length <= LOOKED_AT * 2 ? own : `${own.slice(0, LOOKED_AT)}\n${own.slice(-LOOKED_AT)}`;
}
