// Whether the output of a command may hold words of strangers. When in doubt it does: taint costs a question, not the work.

const NETWORK =
  /\b(?:curl|wget|aria2c|axel|httpie|https?|ftp|lftp|telnet|nc|ncat|netcat|socat|openssl\s+s_client|ssh|scp|sftp|rsync|lynx|links|w3m|elinks|dig|nslookup|whois|gh|glab|hub|aws|gcloud|gsutil|az|kubectl|helm|psql|mysql|redis-cli|mongosh?|yt-dlp|youtube-dl)\b/;
const SUBCOMMANDS =
  /\b(?:git\s+(?:-\S+\s+)*(?:clone|fetch|pull|ls-remote|submodule)|npm\s+(?:view|info|show|search|audit)|pip3?\s+(?:download|index)|docker\s+(?:logs|exec)|svn\s+(?:co|checkout|up|update|cat)|brew\s+info|apt(?:-cache)?\s+show)\b/;
const IN_CODE =
  /\b(?:urllib|requests\.|http\.client|aiohttp|fetch\s*\(|XMLHttpRequest|https?:\/\/|\/dev\/(?:tcp|udp)\/|LWP::|Net::HTTP|open-uri|Invoke-WebRequest)/;

export function usesNetwork(command: string): boolean {
  return NETWORK.test(command) || SUBCOMMANDS.test(command) || IN_CODE.test(command);
}
