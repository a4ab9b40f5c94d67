// Commands that talk to other machines: fetching is free, sending and logging in are a person's business.

import { type Feed, NO_FEED, UNKNOWN_FEED } from "./findings.ts";
import { endOfOptions } from "./judge-find.ts";
import { names, readOptions } from "./options.ts";
import { placeOf } from "./paths.ts";
import { type Arg, hasHole } from "./scope.ts";
import { ask, coversRoot, deny, pathOf, readPath, readTree, shown, type Trial, writePath } from "./trial.ts";

const METADATA = /169\.254\.\d+\.\d+|metadata\.(google\.internal|goog)|100\.100\.100\.200|fd00:ec2::254/;
const LOOPBACK = /^(https?:\/\/)?(localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)(:|\/|$)/;
const CURL_VALUED = names(
  "A user-agent b cookie c cookie-jar C continue-at d data data-raw data-binary data-urlencode data-ascii json D dump-header e referer E cert F form form-string H header K config m max-time o output output-dir P ftp-port Q quote r range T upload-file u user U proxy-user w write-out x proxy X request y speed-time Y speed-limit z time-cond cacert capath cert-type ciphers connect-timeout connect-to dns-servers interface key key-type limit-rate local-port mail-from mail-rcpt max-filesize max-redirs noproxy oauth2-bearer pass pinnedpubkey preproxy proto proto-default proto-redir pubkey resolve retry retry-delay retry-max-time socks4 socks4a socks5 socks5-hostname stderr trace trace-ascii unix-socket url url-query variable parallel-max aws-sigv4 doh-url engine egd-file hostpubmd5 netrc-file",
);
const SENDS = [
  "d",
  "data",
  "data-raw",
  "data-binary",
  "data-urlencode",
  "data-ascii",
  "json",
  "F",
  "form",
  "form-string",
  "T",
  "upload-file",
];

export function curlRule(trial: Trial, program: string, args: readonly Arg[], feed: Feed): Feed {
  const options = readOptions(args, CURL_VALUED);
  const urls = [...options.operands, ...options.values("url")];
  if (urls.length > 0 || options.has("K", "config")) trial.reach.read = false;
  const sends = options.has(...SENDS) || /^(POST|PUT|DELETE|PATCH)$/i.test(options.value("X", "request")?.text ?? "");
  const local = urls.length > 0 && urls.every((url) => LOOPBACK.test(url.text));
  if (sends && !local)
    ask(trial, "network-send", `${program} sends data to ${urls.map(shown).join(" ")}`, hostOf(urls[0]));
  for (const value of options.values("d", "data", "data-binary", "data-urlencode", "F", "form")) {
    const file = /^(?:[\w-]+=)?@(.+)/.exec(value.text)?.[1];
    if (file !== undefined) readPath(trial, { ...value, text: file }, program);
  }
  const upload = options.value("T", "upload-file");
  if (upload !== undefined) readPath(trial, upload, program);
  if (options.has("K", "config")) ask(trial, "inline-code", `${program} takes its options from a file`, program);
  readsFiles(trial, program, urls);
  reachesOut(trial, program, urls);
  const out = [
    ...options.values("o", "output"),
    ...options.values("c", "cookie-jar", "D", "dump-header", "trace", "trace-ascii", "stderr", "output-dir"),
  ];
  for (const target of out) writePath(trial, target, program);
  if (options.has("O", "remote-name", "remote-name-all") && options.value("output-dir") === undefined)
    writeHere(trial, program, urls);
  void feed;
  const toFile = options.has("o", "output", "O", "remote-name", "remote-name-all");
  return toFile && options.value("o", "output")?.text !== "-" ? NO_FEED : { type: "download" };
}

const WGET_VALUED = names(
  "O output-document o output-file a append-output P directory-prefix i input-file t tries T timeout w wait Q quota e execute B base U user-agent l level A accept R reject D domains I include-directories X exclude-directories header post-data post-file body-data body-file method user password http-user http-password referer load-cookies save-cookies limit-rate ca-certificate certificate private-key bind-address use-askpass",
);

export function wgetRule(trial: Trial, program: string, args: readonly Arg[]): Feed {
  const options = readOptions(args, WGET_VALUED);
  trial.reach.read = false;
  if (options.has("post-data", "post-file", "body-data", "body-file", "method")) {
    ask(
      trial,
      "network-send",
      `${program} sends data to ${options.operands.map(shown).join(" ")}`,
      hostOf(options.operands[0]),
    );
    const file = options.value("post-file", "body-file");
    if (file !== undefined) readPath(trial, file, program);
  }
  if (options.has("use-askpass", "e", "execute"))
    ask(trial, "inline-code", `${program} is told to run or obey something else`, program);
  readsFiles(trial, program, options.operands);
  reachesOut(trial, program, options.operands);
  const out = options.values(
    "O",
    "output-document",
    "o",
    "output-file",
    "a",
    "append-output",
    "P",
    "directory-prefix",
    "save-cookies",
  );
  for (const target of out) writePath(trial, target, program);
  const document = options.value("O", "output-document")?.text;
  if (document === undefined && options.value("P", "directory-prefix") === undefined && !options.has("spider"))
    writeHere(trial, program, options.operands);
  return document === "-" || document === "/dev/stdout" ? { type: "download" } : NO_FEED;
}

/** The file is named after the last part of its address. */
function writeHere(trial: Trial, program: string, urls: readonly Arg[]): void {
  for (const url of urls) {
    const name = /([^/?#]+)[^/]*$/.exec(url.text.replace(/^\w+:\/\/[^/]*/, ""))?.[1] ?? "index.html";
    writePath(trial, { ...url, text: `./${name}` }, program);
  }
}

/** Addresses that carry data away, or that hand out a machine's own credentials. */
export function reachesOut(trial: Trial, program: string, addresses: readonly Arg[]): void {
  for (const address of addresses) {
    if (METADATA.test(address.text))
      ask(
        trial,
        "secret-read",
        `${program} asks the cloud's metadata address, which hands out credentials`,
        "metadata",
      );
    else if (address.dynamic && /^[^/]*(\/\/)?[^/]*\uFFFC.|[?&=]/.test(address.text))
      ask(
        trial,
        "network-send",
        `${program} contacts an address built from another command's output: ${shown(address)}`,
        program,
      );
  }
}

/** An address can also be that of a file here. */
function readsFiles(trial: Trial, program: string, urls: readonly Arg[]): void {
  for (const url of urls) {
    const path = /^file:(?:\/\/(?:localhost)?)?(\/.*)$/i.exec(url.text)?.[1];
    if (path !== undefined) readPath(trial, { ...url, text: path }, program);
  }
}

function hostOf(url: Arg | undefined): string {
  return /^(?:\w+:\/\/)?([^/?#]+)/.exec(url === undefined ? "" : shown(url))?.[1] ?? "unknown host";
}

const REMOTE_PATH = /^(?:[\w.\uFFFC-]+@)?[\w.\uFFFC-]+:(?!\\)|^\w+:\/\//;
const COPY_VALUED = names(
  "e rsh i P o F c l S J exclude include files-from exclude-from include-from filter f backup-dir suffix B port password-file bwlimit log-file temp-dir T compare-dest copy-dest link-dest max-size min-size out-format chmod chown rsync-path partial-dir timeout M",
);

/** scp, rsync, sftp: local copies are copies, the rest leaves or enters the machine. */
export function remoteCopyRule(trial: Trial, program: string, args: readonly Arg[], feed: Feed): Feed {
  const options = readOptions(args, COPY_VALUED);
  trial.reach.read = false;
  const places = options.operands;
  const target = places.at(-1);
  const sources = places.slice(0, -1);
  const remote = places.find((place) => REMOTE_PATH.test(place.text));
  const whole = options.has("r", "R", "a", "recursive", "archive");
  for (const source of sources)
    if (!REMOTE_PATH.test(source.text)) (whole ? readTree : readPath)(trial, source, program);
  if (remote !== undefined || program === "sftp") {
    const outward =
      (target !== undefined && sources.length > 0 && REMOTE_PATH.test(target.text)) ||
      (program === "sftp" && feed.type !== "none");
    const host = remote === undefined ? "another machine" : shown(remote);
    const own = sources.length > 0 && sources.every((source) => isWorkspaceFile(trial, source));
    if (outward && !own && !options.has("list-only") && !/@?(localhost|127\.0\.0\.1)[:/]/.test(host))
      ask(trial, "network-send", `${program} copies files from outside the workspace to ${host}`, host);
  }
  if (
    target !== undefined &&
    !REMOTE_PATH.test(target.text) &&
    places.length > 1 &&
    !options.has("n", "dry-run", "list-only")
  )
    writePath(trial, target, program);
  const shell = options.value("e", "rsh", "rsync-path", "S");
  if (
    shell !== undefined &&
    !/^\s*(\S*\/)?(ssh|rsh|rsync|sudo rsync|autossh)\b/.test(shell.text) &&
    !hasHole(shell.text)
  )
    ask(trial, "inline-code", `${program} is told to run ${shown(shell)}`);
  if (
    [...(options.has("delete") ? ["delete"] : []), ...(options.has("remove-source-files") ? ["remove"] : [])].length >
      0 ||
    options.has("delete-after", "delete-before", "delete-during", "delete-excluded", "del")
  )
    rsyncDeletes(trial, program, target);
  return UNKNOWN_FEED;
}

function rsyncDeletes(trial: Trial, program: string, target: Arg | undefined): void {
  if (target !== undefined && coversRoot(trial, target))
    deny(trial, "catastrophe", `${program} --delete would empty ${shown(target)}, a whole system or home`);
  else ask(trial, "delete", `${program} deletes files that the other side does not have`, `${program} --delete`);
}

/** The workspace's own files may go where the user deploys them; what else lies on the machine may not. */
function isWorkspaceFile(trial: Trial, source: Arg): boolean {
  const path = pathOf(trial, source);
  return path !== undefined && !REMOTE_PATH.test(source.text) && placeOf(path, trial.places) === "workspace";
}

const SSH_VALUED = names("b c D E e F I i J L l m O o p Q R S W w B");

/** ssh: what would be free in a home directory is free there too; feeding it or opening this machine to it is not. */
export function remoteShellRule(trial: Trial, program: string, args: readonly Arg[], feed: Feed): Feed {
  const start = endOfOptions(args, SSH_VALUED);
  const options = readOptions(args.slice(0, start), SSH_VALUED);
  const host = args[start];
  if (host === undefined || options.has("Q", "V", "O", "G")) return UNKNOWN_FEED;
  trial.reach.read = false;
  const after = args.slice(start + 1);
  const command = after.slice(endOfOptions(after, SSH_VALUED));
  const text = command.map((arg) => arg.text).join(" ");
  const opens = options.has("R", "w") || options.values("o").some((each) => /command|forward|tunnel/i.test(each.text));
  const harmless = feed.type === "none" && !opens && !host.dynamic && !hasHole(text) && trial.harmlessElsewhere(text);
  if (!harmless)
    ask(trial, "remote", `${program} changes ${shown(host)} or hands it data`, `${program} ${shown(host)}`);
  return UNKNOWN_FEED;
}
