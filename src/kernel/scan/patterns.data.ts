// What the scanner looks for, as data. Ids shared with the reference keep their names; the others are ours.
// Phrase syntax is described at compilePhrases. Words are folded before matching: no accents, no case, look-alikes as Latin.

export type Scope = "all" | "context" | "strict";

export interface PhraseRule {
  readonly id: string;
  readonly scope: Scope;
  readonly phrases: readonly string[];
  /** Counts only inside text a reader does not see: comments, hidden elements, link titles. */
  readonly hiddenOnly?: true;
  /** Counts only in company: two other rules of the cluster nearby, one of all of them `strong`, that is, an order rather than a term. */
  readonly cluster?: "strong" | "weak";
  /** A "not" inside or right before the phrase does not cancel it, because the phrase is itself a prohibition. */
  readonly negative?: true;
}

const LATER =
  "say|says|state|print|output|report|declare|respond|reply|answer|write|repeat|tell|give|return|show|focus|translate|do|act|send|instead|only|just|execute|perform";

export const WORD_SETS: Readonly<Record<string, string>> = {
  drop: "ignore|ignores|ignoring|ignored|disregard|disregarding|forget|forgetting|discard|dismiss|neglect|overlook|unlearn|erase|nullify|void|revoke|cancel",
  past: "previous|prior|above|earlier|preceding|foregoing|former|past|previously|original|initial|before|aforementioned",
  orders:
    "instruction|instructions|directive|directives|direction|directions|command|commands|guideline|guidelines|guidance|order|orders|prompt|prompts|rules|constraints|programming|training|context|conversation|messages|tasks|task|text",
  told: "instruction|instructions|directive|directives|prompt|prompts|orders",
  doc: "webpage|page|website|site|resume|cv|document|documents|article|function|code|email|mail|table|paper|text|data|content|question|task|message|input|file|post|comment|review|transaction|caption|summary",
  say: LATER,
  secret:
    "password|passwords|passphrase|passcode|secret|secrets|credential|credentials|token|tokens|apikey|apikeys|key|keys|pin",
  model:
    "ai|llm|llms|assistant|assistants|chatbot|agent|agents|model|models|gpt|chatgpt|claude|gemini|copilot|cursor|hermes|codex|grok|bot",
};

export const PHRASE_RULES: readonly PhraseRule[] = [
  {
    id: "prompt_injection",
    scope: "all",
    phrases: [
      "@drop ..4 @past ..3 @orders",
      "@drop ..2 all|any|every|your|my ..3 @told",
      "@drop|skip instructions|directives|prompt ..2 and|just|then|instead|print",
      "@drop ..1 these|those|the|other|current|existing|system ..1 instructions|directives|prompt ..6 and|instead|just|print|say|follow|do|then",
      "@drop ..1 the above|previous|preceding ..6 and|instead|then|give|ignore",
      "ignore|disregard|forget|discard|erase everything|anything|whatever|what ..4 above|before|told|said|previously|prior|earlier|instructed|learned|known|know|preceding",
      "ignore|disregard|forget|discard|erase all of? the|that|what? above|before|you|previous|preceding ..3",
      "@drop ..3 rest|remainder ..4 @doc|prompt|instructions|information",
      "@drop ..1 all|any|other|the|this ..1 @doc|content|info|information|negative|indicators ..8 and|print|state|report|except|focus|instead @say|following|exclusively|the|only|not",
      "@drop ..2 @doc ..1 and|then|instead|just ..1 @say",
      "disregard|ignore all info|information|text except",
      "do|must|should not|never follow|obey|heed|apply ..2 previous|prior|above|earlier|preceding ..2 @orders",
      "instead|rather ..1 of ..2 following|obeying ..3 previous|prior|above|earlier|original ..2 @told",
      "override|overrule|overwrite|supersede|supersedes|replace|replaces all|any|every|the|your|my? of? the|your|my|these? previous|prior|earlier|preceding|above ..2 instructions|directives|prompt|prompts|orders|guidelines",
      "override|overrides|bypass|circumvent ..2 your|all ..2 instructions|directives|programming|safety|guardrails|filters|restrictions|training",
      "stop|cease|quit following|obeying ..3 instructions|rules|guidelines|directives",
      // Written backwards, and shifted by thirteen letters.
      "snoitcurtsni ..3 suoiverp|lla|roirp|evoba|ruoy ..3 erongi|tegrof|drager",
      "vtaber|qvfertneq|sbetrg ..3 nyy|cerivbhf|cevbe|nobir|lbhe ..3 vafgehpgvbaf|qverpgvirf",
      "start|begin over|anew|fresh ..3 with|from ..2 new|these|following instructions|rules|directives",
    ],
  },
  {
    id: "sys_prompt_override",
    scope: "all",
    phrases: ["system prompt override", "developer|training ..1 data override|overrride"],
  },
  {
    id: "disregard_rules",
    scope: "all",
    phrases: [
      "disregard ..5 your|all|any|prior|previous ..5 instructions|rules|guidelines|directives|policies|policy|constraints|safety",
      "ignore|forget ..2 your|all ..2 rules|guidelines|policies|restrictions|safety|programming|training|constraints",
      "ignore|forget|disregard ..3 rules|guidelines|policies|restrictions ..3 you|your ..2 told|given|been|must|were|have|follow",
    ],
  },
  {
    id: "bypass_restrictions",
    scope: "all",
    phrases: [
      "act|behave|respond|answer|operate as if|though ..3 you ..2 have|had|were ..2 no|without|free|not ..3 restrictions|limits|rules|limitations|constraints|filters|guidelines",
      "act|behave|respond|answer|operate as if|though ..3 you ..2 dont|do not? have ..2 restrictions|limits|rules|limitations|constraints|filters|guidelines|any",
      "do not have to|abide|follow ..2 abide|by|rules ..3 rules|guidelines|limits set|anymore",
      "do anything now",
      "dan|jailbreak|god|unrestricted mode enabled|activated|engaged|unlocked|on",
      "you|we are|re no longer bound|restricted|constrained ..2 by",
      "free|freed|broken|break|liberated ..1 free? ..2 from|of ..3 typical|all|your|any|openai|the ..2 confines|restrictions|constraints|limits|limitations|rules ..2 of|set|ai|openai|imposed|anthropic",
    ],
  },
  {
    id: "translate_execute",
    scope: "all",
    phrases: [
      "translate|decode|decrypt|deobfuscate ..8 into|to|from|using|it|this ..8 and ..2 execute|run|eval|follow|obey ..2 it|them|result|decoded|that",
    ],
  },
  {
    id: "deception_hide",
    scope: "all",
    negative: true,
    phrases: [
      "do not|never ..2 tell|inform|notify|alert|warn ..3 user|users|human|operator|owner ..1 about|that|this|anything|what|of|why|any",
      "dont|never ..2 tell|inform|notify|alert|warn ..3 user|users|human|operator|owner ..1 about|this|anything|what|of|any",
      "do not|never mention|reveal|disclose this|these|it|that ..2 to ..1 user|human|operator",
      "without telling|informing|notifying|alerting ..2 user|users|human|operator|owner ..3 send|upload|run|execute|post|about",
      "without ..1 user|users|human|operator|owner knowing|noticing|knowledge|awareness",
      "hide|conceal ..3 this|these|that|it|actions|action|fact ..3 from ..1 user|users|human|operator",
      "keep ..2 this|it|these|that ..2 secret|hidden|confidential ..2 from ..1 user|users|human|operator",
      "user|human|operator must|should|may|cannot|will not|never ..1 know|notice|learn|suspect|find ..1 about|out|this|of|that",
    ],
  },
  {
    id: "role_hijack",
    scope: "context",
    phrases: [
      "you are|re now ..1 a|an|the ..4 dan|jailbroken|unrestricted|evil|uncensored|unfiltered|hacker|attacker|pirate|root|admin",
      "from now on|onwards|forward ..3 you ..1 are|re|will|must|only|act ..4 dan|unrestricted|obey|pirate|ignore|evil|disregard",
      "immerse yourself ..3 role",
      "you are|re ..2 no longer ..2 ai|assistant|chatbot|claude|chatgpt|hermes",
      "your new|true|secret|hidden role|identity|persona|goal|objective|mission|instruction|instructions|directive is|are|as|follows",
      "role of ..3 another|unrestricted @model",
      "assume ..2 role|identity|persona of ..4 unrestricted|evil|dan|uncensored|hacker",
    ],
  },
  {
    id: "role_pretend",
    scope: "context",
    phrases: [
      "pretend ..2 you|to are|re|be|have ..4 no|not|an|a|the|without|unrestricted ..4 restrictions|rules|limits|filters|@model|admin|administrator|developer|evil|unrestricted|jailbroken|hacker|grandmother|different|root",
      "roleplay|simulate ..2 as|being|an ..3 unrestricted|evil|jailbroken|uncensored|unfiltered",
    ],
  },
  {
    id: "leak_system_prompt",
    scope: "context",
    phrases: [
      "output|print|reveal|show|repeat|display|leak|dump|expose|disclose|recite|share|tell|give ..4 your ..2 system|initial|original|hidden|full|secret|entire ..2 prompt|instructions|prompts",
      "output|reveal|repeat|leak|expose|disclose|recite ..4 the|entire|full ..2 system|initial|hidden ..1 prompt|prompts",
      "what ..1 is|are|were ..2 your ..2 system|initial|original|hidden|secret ..1 prompt|instructions",
      "repeat ..3 words|text|everything ..2 above|before ..3 verbatim|starting|you|including",
    ],
  },
  {
    id: "remove_filters",
    scope: "context",
    phrases: [
      "respond|answer|reply|respond|comply|operate|speak ..4 without ..4 restrictions|limitations|filters|safety|filtering|censorship|constraints|guardrails|limits|ethical|refusing|refusal",
      "disable|deactivate|turn|remove|lift|switch ..1 off? ..1 your|safety|content ..2 restrictions|filters|safeguards|guardrails|censorship|filtering|alignment",
      "disable|deactivate|remove|lift all|any ..1 restrictions|safeguards|guardrails|censorship",
    ],
  },
  {
    id: "fake_update",
    scope: "context",
    phrases: [
      "you have|ve been ..3 updated|upgraded|patched|reprogrammed|reconfigured|reset to ..3 ignore|act|follow|respond|obey|serve|answer|bypass|no|remove",
    ],
  },
  {
    id: "identity_override",
    scope: "context",
    phrases: ["name|call|rename yourself ..1 dan|evil|free|the|a|as|unrestricted|sydney|root|admin|master"],
  },
  {
    id: "c2_node_registration",
    scope: "context",
    phrases: [
      "register ..1 yourself|itself|agent|host|machine|this? ..1 as ..1 a|new? ..1 node|bot|implant|beacon|agent|zombie ..4 with|to|on|at|in|and|node|network",
    ],
  },
  {
    id: "c2_node_registration",
    scope: "context",
    cluster: "strong",
    phrases: ["register ..1 as|a|the|this? ..2 node"],
  },
  {
    id: "c2_heartbeat",
    scope: "context",
    phrases: [
      "heartbeat|beacon|checkin to|with ..3 c2|operator|attacker|botmaster|commander|mothership",
      "check|report|phone in|back|home ..1 to|with ..3 c2|operator|attacker|botmaster|commander|mothership",
    ],
  },
  {
    id: "c2_heartbeat",
    scope: "context",
    cluster: "weak",
    phrases: [
      "heartbeat|beacon|checkin to|with",
      "check in|back to|with",
      "send|post|emit ..3 heartbeat|beacon|heartbeats|beacons",
    ],
  },
  {
    id: "c2_task_pull",
    scope: "context",
    cluster: "weak",
    phrases: [
      "pull ..1 down? ..1 new? ..2 task|tasks|tasking|taskings|commands|orders|jobs",
      "poll|fetch|await ..3 tasking|taskings|commands|orders",
    ],
  },
  {
    id: "c2_network_connect",
    scope: "context",
    cluster: "weak",
    phrases: ["connect ..2 to ..2 network|server|c2|controller|hive|swarm"],
  },
  {
    id: "forced_action",
    scope: "context",
    phrases: [
      "you must ..3 register|connect|report|beacon ..3 with|to|as|back|in ..3 node|c2|server|operator|network|controller|http|https|endpoint|command|hub|swarm|us|me",
    ],
  },
  {
    id: "anti_forensic_oneliner",
    scope: "context",
    cluster: "strong",
    phrases: ["only use|run|execute ..2 one ..1 liner|liners|line", "only use|run oneliner|oneliners"],
  },
  {
    id: "anti_forensic_disk",
    scope: "context",
    cluster: "strong",
    negative: true,
    phrases: [
      "never|not|dont ..3 create|write|save|drop|leave|touch ..5 script|scripts|file|files|anything|payload ..4 disk|filesystem",
      "delete|clear|wipe|erase ..3 logs|history|traces|evidence ..3 after|every|each|of|afterwards",
    ],
  },
  {
    id: "known_c2_framework",
    scope: "context",
    cluster: "weak",
    phrases: ["praxis|sliver|havoc|mythic|metasploit|brainworm|meterpreter|empire", "cobalt strike"],
  },
  {
    id: "c2_explicit",
    scope: "context",
    cluster: "strong",
    phrases: ["c2 server|channel|infrastructure|beacon|node|endpoint|operator"],
  },
  {
    id: "c2_explicit",
    scope: "context",
    phrases: [
      "connect|report|register|beacon|send|exfiltrate|upload|post|call|phone ..4 to|with|home ..2 c2 ..1 server|channel|infrastructure|node|endpoint",
    ],
  },
  { id: "c2_explicit_long", scope: "context", cluster: "weak", phrases: ["command and|n control"] },
  {
    id: "c2_explicit_long",
    scope: "context",
    phrases: ["connect|report|register|beacon|exfiltrate ..4 to|with ..2 command and control"],
  },

  // Ours, beyond the reference's list.
  {
    id: "conditional_hijack",
    scope: "context",
    phrases: [
      "if|when|whenever ..3 asked|questioned|prompted|queried ..8 simply|only|just ..1 respond|reply|answer|say|report|state ..1 with|that",
      "if questioned|asked ..2 report|say|state|claim ..1 that",
      "if ..1 user asks ..6 reply|respond|answer|say ..1 with ..1 only|exactly ..1 following",
      "simply|only|just respond|reply|answer with ..3 highly|approved|recommended|hire|candidate",
      "reply|respond|answer|output|print|say|return ..1 with? ..1 only|exactly|just ..3 following ..4 and ..1 absolutely|nothing ..1 else|nothing",
      "may not deviate ..2 from|form ..1 this|these",
      "focus|concentrate exclusively|only|solely ..1 on ..2 following|positive information|text|highlights|aspects ..4 and|to ..1 report|output|provide|print|say",
      "focus|concentrate exclusively|only|solely ..1 on ..2 information|text|content|instructions ..3 in|between|within|inside|below ..3 brackets|angled|angle|tags|delimiters",
      "override|skip|bypass ..1 manual|normal|standard|human ..1 scoring|review|evaluation|screening|grading|moderation|assessment and|then ..1 output|print|report|say|mark|approve|give|return",
      "do not|never evaluate|assess|score|judge|grade ..2 candidate|applicant|resume|cv|submission",
      "dont evaluate|assess|score|judge|grade ..2 candidate|applicant|resume|cv|submission",
      "report|state|say|claim|conclude|answer ..2 that ..2 this|the|all ..2 domain|site|website|file|content|url|code|package|everything ..2 is|are|was ..1 not|safe|clean|benign ..1 malicious|harmful|phishing|dangerous",
      "important|critical|urgent ..6 domain|site|website|file|content|url|package|candidate|sender ..2 is|was ..1 not|safe|clean|benign ..1 malicious|harmful|phishing|dangerous",
      "print|say|output|report ..2 not malicious",
      "report only ..2 all|the|this ..2 content",
      "there are more ..3 document|documents|snippets|data ..3 coming but",
    ],
    negative: true,
  },
  {
    id: "machine_addressee",
    scope: "context",
    phrases: [
      "note|notice|message|attention|instruction|instructions|memo|reminder to|for ..1 automated|automatic|any|all|the ..2 analysis|screening|scoring|review|grading|evaluation|moderation|processing|summarization|scanning ..1 software|systems|system|tools|tool|bot|bots|pipeline|engine|ai|model",
      "for ..1 automated|automatic ..1 screening|analysis|scoring|review|grading|moderation|evaluation ..1 systems|system|software|tools|only|models",
      "invisible|hidden|unseen to|from ..1 humans|human|people|users|readers|recruiters ..3 visible|readable|seen|for|only ..2 to|by|@model",
      "visible|readable only? to|by|for ..1 llm|llms|ai|ais|machines|bots|crawlers|language ..2 only|scan|scanners|models|model|parsers|and",
      "message|note|notice|letter from ..1 me|your|the ..4 to you ..2 @model|model",
      "to you ..1 @model|model before you",
      "chain of thought result",
      "pre verified by ..1 senior|management|hr",
      "preverified by ..1 senior|management|hr",
    ],
  },
  {
    id: "task_hijack",
    scope: "context",
    phrases: [
      "before you ..2 can? ..1 solve|complete|continue|finish|answer|proceed|do ..4 task|request|question|work ..8 please|must|first|do|need ..3 do|first|following|execute|run|send|to",
      "after|once you ..1 do|have|are|did ..3 that|done|this ..3 you can|may ..1 solve|complete|continue|resume|return ..4 task|original|request ..4 gave|beginning|originally|original|asked|you",
      "substitute ..1 placeholders ..8 appropriate|actual|real values ..3 you|discover|found",
      "your new|updated|revised task|instructions|instruction|objective|goal is|are ..1 to|as|now|follows|send|email|transfer|delete|upload|print",
      "new|updated|revised|additional|urgent|important|critical instructions|instruction|directive|directives|orders|task for|to|from ..2 you|system|developer|admin|openai|anthropic|@model ..3 ignore|send|must|run|execute|print|delete|forward|transfer|email|follow|from",
      "follow ..1 instruction|instructions resume",
      "core|priority instruction|instructions ignore|disregard|print|assistant|follow",
      "legal amendment follow instruction|instructions",
      "admin request system|report|ignore|print",
      "thanks|thank ..3 for ..1 summary ..6 repeat|print|say|output",
      "next|now|instead ..2 please|could|just ..2 repeat|print|say|output ..2 following ..2 sentence|text|phrase|words|string|line",
      "repeat|print|say|output ..6 for me ..1 please ..3 critical|important|urgent|essential ..2 my|to",
      "use this|the|that analysis|result|conclusion|verdict to ..1 evaluate|score|rate|judge|grade|assess",
    ],
  },
  {
    id: "authority_claim",
    scope: "context",
    phrases: [
      "i|im am|m? ..1 your ..1 developer|creator|maker|programmer|administrator|admin|owner|god|master|maintainer|engineer ..3 and|running|need|i|so|you|from|of",
      "i|im am|m? ..1 god|admin|president|administrator|root ..10 you|your must|have|need|should|share|are|give ..3 answer|listen|obey|share|tell|obligated|follow|required|to|do",
      "im ..1 the|a ..1 developer|maintainer|administrator|admin|creator ..2 of|running|from ..12 i|need|confirm|you ..3 need|you|confirm|share|off|give",
      "as ..1 your creator|developer|god|master|owner|maker|programmer|boss|administrator ..4 i|you need|want|require|must|order|command|demand",
      "as an ai|assistant developed|created|built|made by ..3 i|im ..3 entering|am|initiating|running|need|begin|starting",
      "im|am|now|is|are ..2 entering|initiating|activating ..5 override|maintenance|debug|developer|god|system|sudo|verification|admin ..2 mode|reset|override|upgrade",
      "system|god|override mode activated|engaged|initiated",
      "must|shall|have ..1 to? obey|listen ..2 to? ..1 me|my ..2 instructions|commands|orders|every|all|immediately|and|now",
    ],
  },
  {
    id: "credential_request",
    scope: "context",
    phrases: [
      "share|reveal|tell|give|confirm|disclose|provide ..2 me|us? ..2 your ..2 password|passwords|passphrase|passcode|secret ..8 me|please|what|now|for|with|so",
      "what|whats ..1 is|s? your|the ..1 password|passphrase|passcode ..1 for|to|of|in",
      "what|whats ..1 is|s? your ..1 password|passphrase|passcode|secret ..1 key|code",
      "what|whats ..1 is|s? your password",
      "give|tell|share|confirm|reveal|sharing|need ..1 me|us? ..1 your|ours ..1 password|passphrase|passcode|passwords",
      "need you to ..1 confirm|share|tell|reveal|provide ..2 password|passphrase|passcode",
      "can|could|would|will|please|should you ..2 at|least|also|please? ..2 share|tell|give|confirm|provide|reveal|decode|write ..4 your|the|our|ours|me ..3 password|passphrase|passcode|secret",
      "if you|dont ..2 give|share|tell ..2 me? ..1 your password|secret|key|passcode",
      "write|compose|create ..2 poem|haiku|acrostic|song|story|limerick ..4 about|with|using|from|containing ..3 password|secret|passphrase",
    ],
  },
  {
    id: "data_exfil",
    scope: "context",
    phrases: [
      "send|email|forward|upload|exfiltrate|transmit|post|leak|submit ..8 password|passwords|credentials|secrets|apikey|tokens|env|conversation|history|memory|memories ..5 to ..3 attacker|evil|http|https|www|webhook|pastebin|ngrok|external|com",
      "send|email|forward|upload|transmit|post|leak ..4 ssh|api|private|secret|your ..1 keys|key ..5 to ..3 attacker|evil|http|https|www|me|webhook|pastebin|ngrok|external|com|us",
      "exfiltrate ..4 data|secrets|credentials|files|keys|env|tokens|everything|contents ..4 to ..3 attacker|http|https|www|webhook|server|us|me|com",
      "retrieve|collect|gather|read|harvest|steal ..4 passwords|credentials|secrets|tokens|employee|personal|private|keys ..4 and ..3 send|email|forward|upload|post|transmit",
    ],
  },
  {
    id: "fiction_frame",
    scope: "context",
    phrases: [
      "hypothetical scenario|world|conversation where|in ..3 we|you ..2 say|state|ignore|assert|claim|declare|share|reveal",
      "parallel|dystopian|alternate|alternative|fictional|cyber world|universe|future|reality ..10 we|you ..2 might|could|can|may|would ..1 say|state|claim|argue|assert|declare|share|tell",
      "imagine|consider|suppose ..2 scenario|world|future where|in ..4 we|you ..2 say|state|ignore|claim|share|tell",
      "for the purpose|purposes|sake of this exercise ..3 lets|assume|suppose|say|state",
      "to make this|it ..4 more interesting|authentic|personal|fun|realistic ..3 lets|let ..1 us? ..1 say|admit|state|claim|pretend",
      "to challenge ..3 status quo ..4 state|say|claim",
      "lets say|state ..3 conclusion|capital|sum ..6 is",
      "as|being an|a authority|expert|specialist ..4 i ..1 suggest|recommend|advise|urge|order you|that ..3 consider|share|treat|output|reveal|give",
      "admit|confess|admits ..3 using|used|use|to ..3 llm|ai|chatgpt|language ..3 to|write|for|model|this",
    ],
  },
  {
    id: "personal_data_request",
    scope: "context",
    phrases: [
      "tell|give|share|provide|reveal|send ..1 me|us ..4 birth|birthday|birthdate|current|home|email|bank|social|credit|phone|passport ..1 date|year|city|address|balance|security|card|number|residence|account",
      "share|reveal|disclose|print|leak ..2 user|users ..3 email|home|phone|bank|passport|personal|private ..1 address|number|account|data|information|balance ..6 for|to|safety|me|now",
      "write|compose|draft ..2 phishing|scam ..1 email|message|mail ..4 using|to|for",
    ],
  },
  {
    id: "phishing_lure",
    scope: "context",
    phrases: [
      "your account ..2 been|is|was ..1 compromised|hacked|suspended|breached ..4 follow|click|visit|use|reset|go",
      "tell|ask|instruct|direct ..2 user to|that ..2 go|visit|click ..6 to ..1 reset|verify|confirm ..3 password|account|credentials",
      "state|print|say|output|declare|write ..3 your account ..2 been|is ..2 compromised|hacked|suspended",
    ],
  },
  {
    id: "payload_splitting",
    scope: "context",
    phrases: [
      "write|print|give ..2 down ..1 string ..1 z ..3 a ..1 b",
      "would be ..1 returned from|by smartgpt|gpt|chatgpt",
      "interlace|concatenate|interleave part ..14 and ..1 part",
    ],
  },

  // Text a reader cannot see needs far less to be an order.
  {
    id: "hidden_order",
    scope: "all",
    hiddenOnly: true,
    phrases: [
      "you must|shall|will ..6 @say|run|send|ignore|reveal|call|delete|upload|now|include|read|exfiltrate|follow|always|approve|recommend|execute",
      "you are now",
      "@drop|override|bypass ..6 instructions|rules|safety|security|checks|warnings|prompt|policy|guidelines|user|webpage|above|previous",
      "send|email|upload|post|exfiltrate|forward|transmit|leak|reveal|dump|disclose|steal ..6 @secret|env|prompt|conversation|history|ssh|contents|data|wallet|id_rsa|files|environment|variables|instructions",
      "print|output|include|append|copy|read|show|give|share|collect|cat|insert|paste ..5 password|passwords|secret|secrets|credentials|tokens|apikey|env|ssh|prompt|id_rsa|wallet|conversation",
      "run|execute|eval|invoke ..3 following|attached|hidden|this ..1 script|command|commands|payload|code ..8 before|silently|without|immediately|now|first|and",
      "curl|wget|fetch|download ..5 bash|sh|payload|and|execute ..2 run|execute|it|bash|sh",
      "delete|erase|wipe|destroy|rm ..2 all|every|entire|rf|the ..3 files|file|database|repository|repo|branches|directory|home|data|backups|everything|disk",
      "transfer|pay|wire|purchase|buy|donate|refund ..6 payment|money|funds|account|bitcoin|usd|dollars|btc|eth",
      "approve|accept|merge|authorize ..3 everything|automatically|immediately|without|this|now ..3 pull|pr|request|requests|review|transaction|change|changes|question|now",
      "grant ..4 admin|access|permission|permissions ..4 to",
      "disable|skip|bypass|suppress ..3 security|safety|approval|confirmation|sandbox|guardrails|authentication|review|verification|logging",
      "@model ..3 must|should|please|ignore|follow|instructed ..6 @say|ignore|send|run|follow|execute|reveal|upload|delete|approve|recommend|include|visit|call",
      "note|message|instructions|instruction|attention|dear|hey|hello|notice|hint to|for? ..1 any|all|the|every? @model ..6 ignore|follow|run|send|delete|must|approve|mark|rate|say|reply|respond|recommend|output|print|reveal|include|stop|always|never",
      "do not|never ..2 tell|inform|mention|reveal|warn|alert|notify ..4 user|human|anyone|owner|operator|reviewer",
      "@model ..12 not|never|dont mention|reveal|disclose|report|tell",
      "without telling|informing|notifying|warning|alerting ..2 user|human|anyone|owner|operator|reviewer",
      "delete|remove|erase|wipe|destroy|overwrite|rm ..3 ssh|gnupg|bashrc|zshrc|id_rsa",
      "dont|never ..1 tell|inform|warn|alert|notify ..3 user|human|anyone|owner|operator|reviewer",
      "hidden|secret|admin|new instruction|instructions|prompt|directive|order",
      "system|developer instruction|instructions|override|directive|message|prompt ..6 you|ignore|must|follow|override|reveal|send|run|say|now",
      "act|respond|reply|behave|answer|speak|roleplay|pretend ..2 as|like|only|with|to ..4 @model|dan|pirate|admin|root|evil|following|yes|approved|unrestricted|be",
      "when|if ..3 asked|summarizing|summarising|reviewing|evaluating|processed|summarize ..8 recommend|include|mention|approve|say|respond|answer|reply|rate|insert|append|always|link",
      "tell|convince|persuade|instruct|ask|make ..2 user|users|human|reader|them|him ..2 to|that ..6 visit|click|send|pay|enter|download|password|buy|give|disable|trust|reset",
      "secretly|silently|quietly ..3 @say|recommend|include|add|insert|approve|send|append|run|use|upload|forward|mention|rate|bcc|cc|install|call|delete",
      "always ..2 recommend|approve|bcc|forward|rate|praise",
      "rate|mark|score|label|classify|grade|recommend|rank ..3 this|candidate|product|it|paper ..5 safe|best|highly|excellent|approved|clean|benign|positive|accept|trusted",
      "translate|decode|base64 ..5 and ..2 run|execute|follow|obey",
      "jailbreak|exfiltrate|backdoor|keylogger|ransomware",
      "your account ..3 compromised|suspended|hacked",
      "state|declare ..2 following|your ..2 account|text|words|sentence",
    ],
  },

  // Strict: what goes into memory.
  {
    id: "send_to_url",
    scope: "strict",
    phrases: ["send|post|upload|transmit|forward|push|submit ..10 to|at http|https"],
  },
  {
    id: "context_exfil",
    scope: "strict",
    phrases: [
      "include|output|print|share|send|dump|export|forward ..4 conversation|transcript ..4",
      "include|output|print|share|send|dump|export|forward ..4 chat|full|entire|previous history|context|messages",
    ],
  },
  {
    id: "agent_config_mod",
    scope: "strict",
    phrases: [
      "update|modify|edit|write|change|append|add|overwrite|replace|insert ..8 agents|claude md",
      "update|modify|edit|write|change|append|add|overwrite|replace|insert ..8 cursorrules|clinerules",
    ],
  },
  {
    id: "hermes_config_mod",
    scope: "strict",
    phrases: ["update|modify|edit|write|change|append|add|overwrite|replace|insert ..6 hermes config|soul yaml|md"],
  },
];
