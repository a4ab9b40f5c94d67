// What a command has to do with the network: whether its output may hold words of strangers, and whether it carries words away.
// When in doubt it does: taint costs a question, not the work.

/** Names of nothing else, wherever they stand. */
const NETWORK =
  /\b(?:curl|wget|aria2c|axel|httpie|lftp|telnet|ncat|netcat|socat|openssl\s+s_client|ssh|scp|sftp|rsync|lynx|w3m|elinks|nslookup|whois|gcloud|gsutil|redis-cli|mongosh|yt-dlp|youtube-dl)\b/;
/** Words that are also looked for in files: they count where a command begins. */
const NAMED =
  /(?:^|[;&|(){}`]|\b(?:sudo|env|time|exec|nohup|command|xargs|then|do|else|watch|eval|timeout)\b|\s-c)[\s'"]*(?:(?:-\S+(?:\s+[a-z]\w*)?|\w+=\S*|\d+\w?)\s+)*(?:\/\S*\/)?(?:https?|ftp|nc|links|dig|gh|glab|hub|aws|az|kubectl|helm|psql|mysql|mongo)(?=\s|$)/;
const SUBCOMMANDS =
  /\b(?:git\s+(?:-\S+\s+)*(?:clone|fetch|pull|push|ls-remote|submodule)|npm\s+(?:view|info|show|search|audit)|pip3?\s+(?:download|index)|docker\s+(?:logs|exec)|svn\s+(?:co|checkout|up|update|cat)|brew\s+info|apt(?:-cache)?\s+show)\b/;
const IN_CODE =
  /\b(?:urllib|requests\.|http\.client|aiohttp|fetch\s*\(|XMLHttpRequest|https?:\/\/|LWP::|Net::HTTP|open-uri|Invoke-WebRequest)|\/dev\/(?:tcp|udp)\//;

/** A line without any of these is neither of the two above. */
const MAY_FETCH =
  /\b(?:https?|ftp|nc|links|dig|gh|glab|hub|aws|az|kubectl|helm|psql|mysql|mongo|git|npm|pip3?|docker|svn|brew|apt(?:-cache)?)\b/;

export function usesNetwork(command: string): boolean {
  return NETWORK.test(command) || IN_CODE.test(command) || onSomeLine(command, MAY_FETCH, [NAMED, SUBCOMMANDS]);
}

/** Nobody reads what stands in longer lines that closely, and to do it would take seconds. */
const LONGEST_LINE = 2_000;

/** One of the patterns holds on a line, continued ones joined; on one too long for that it is enough that it `may`. */
function onSomeLine(command: string, may: RegExp, patterns: readonly RegExp[]): boolean {
  return command
    .replace(/\\\r?\n/g, " ")
    .split("\n")
    .some((line) => may.test(line) && (line.length > LONGEST_LINE || patterns.some((pattern) => pattern.test(line))));
}

const CHANNELS =
  /\b(?:ftp|lftp|telnet|nc|ncat|netcat|socat|openssl\s+s_client|ssh|scp|sftp|rsync|sendmail|mail|mutt)\b|\/dev\/(?:tcp|udp)\//;
const UPLOADS =
  /\bcurl\b[^|;&\n]*\s(?:-[a-zA-Z]*[dFT]|--(?:data|form|json|upload-file|url-query)|(?:-X|--request)[\s=]*(?:POST|PUT|PATCH|DELETE))|\bwget\b[^|;&\n]*--(?:post|body|method)|\b(?:https?|httpie)\s+(?:POST|PUT|PATCH|DELETE)\b/;
const PUBLISHES =
  /\bgit\s[^|;&\n]*\bpush\b|\b(?:npm|yarn|pnpm|cargo|twine|gem|docker)\s+(?:publish|push|upload)\b|\b(?:gh|glab|hub)\s+(?:api|\S+\s+(?:create|comment|edit|merge|upload|review))\b|\b(?:aws|gcloud|gsutil|az|kubectl|helm)\b/;
/** An address that is put together while the command runs can hold anything. */
const BUILT_ADDRESS = /https?:\/\/[^\s'"]*[$`]/;

/** A line without any of these is none of the three above. */
const MAY_SEND =
  /\b(?:curl|wget|https?|httpie|git|npm|yarn|pnpm|cargo|twine|gem|docker|gh|glab|hub|aws|gcloud|gsutil|az|kubectl|helm)\b/;

/** It sends words to somewhere else; fetching a page by its address does not count. */
export function sendsAway(command: string): boolean {
  return CHANNELS.test(command) || onSomeLine(command, MAY_SEND, [UPLOADS, PUBLISHES, BUILT_ADDRESS]);
}
