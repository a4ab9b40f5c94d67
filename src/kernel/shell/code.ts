// Inline code of interpreters: free when it visibly only computes and prints, a person's business otherwise.

export type Language = "python" | "perl" | "ruby" | "node" | "php" | "lua" | "awk" | "sed" | "sql" | "other";

/** Why this code needs a person; undefined when it only reads, computes and prints. */
export function inspectCode(language: Language, code: string): string | undefined {
  switch (language) {
    case "python":
      return python(code);
    case "node":
      return node(code);
    case "sql":
      return sql(code);
    case "sed":
      return sed(code);
    case "awk": {
      const found = ACTS.awk.exec(code.replace(/"(?:[^"\\]|\\.)*"/g, '""'));
      return found === null ? undefined : `uses \`${found[0].trim()}\``;
    }
    default: {
      const found = ACTS[language].exec(code);
      return found === null ? undefined : `uses \`${found[0].trim()}\``;
    }
  }
}

const SAFE_PYTHON = new Set(
  "hermes_tools sys json re math cmath datetime time random string collections itertools functools statistics decimal fractions textwrap pprint csv platform struct hashlib uuid calendar locale operator typing sysconfig unicodedata html secrets timeit this antigravity heapq bisect copy enum dataclasses numbers array __future__ keyword token ast difflib configparser tomllib zoneinfo numpy pandas".split(
    " ",
  ),
);

function python(code: string): string | undefined {
  for (const found of code.matchAll(/\b(?:import|from)\s+([\w., \t]+)/g)) {
    const list = (found[1] ?? "").replace(/\bimport\b.*$/, "");
    for (const name of list.split(",")) {
      const module = name.trim().split(/[\s.]/)[0] ?? "";
      if (module !== "" && !SAFE_PYTHON.has(module)) return `imports \`${module}\``;
    }
  }
  const found =
    /__\w+__|\b(exec|eval|compile|getattr|setattr|globals|locals|vars|breakpoint|execfile|raw_input|input)\s*\(|\bopen\s*\(|\.(write_text|write_bytes|unlink|rmdir|rename|system|popen|decode|fromhex)\s*\(|\bchr\s*\(.{0,80}\bchr\s*\(/.exec(
      code,
    );
  if (found === null) return undefined;
  if (/^open/.test(found[0]) && !/\bopen\s*\([^)]{0,200},/.test(code) && !/\.write|mode\s*=/.test(code))
    return undefined;
  return `uses \`${found[0].trim()}\``;
}

const SAFE_NODE =
  /^hermes_tools$|^(node:)?(path|os|util|url|querystring|assert|crypto|buffer|string_decoder|punycode|events|v8|perf_hooks|timers)$|^\.{1,2}\/[\w./-]*package(-lock)?\.json$|^\.{1,2}\/[\w./-]+\.json$/;

function node(code: string): string | undefined {
  for (const found of code.matchAll(/\b(?:require|import)\s*\(?\s*([^)\n;]*)/g)) {
    const name =
      /^["'`]([^"'`]*)["'`]/.exec((found[1] ?? "").trim())?.[1] ??
      /from\s*["'`]([^"'`]*)["'`]/.exec(found[1] ?? "")?.[1];
    if (name === undefined || !SAFE_NODE.test(name)) return `loads \`${name ?? "a module"}\``;
  }
  const found =
    /\b(eval|Function|fetch|WebSocket|setTimeout\s*\(\s*["'`]|child_process|execSync|spawn|fork|Deno|Bun)\b|process\s*\.\s*(kill|binding|mainModule|dlopen|chdir|set\w+|env)|constructor|\[\s*["'`]|atob|fromCharCode|(write|unlink|rm|append)\w*(Sync)?\s*\(/.exec(
      code,
    );
  return found === null ? undefined : `uses \`${found[0].trim()}\``;
}

const ACTS: Record<Exclude<Language, "python" | "node" | "sql" | "sed">, RegExp> = {
  perl: /\b(system|exec|qx|fork|kill|syscall|socket|connect|sysopen|dbmopen|eval|require|do\s*["'$]|unpack|chroot|utime|link|IO::|Socket|LWP|HTTP::|MIME::|File::(?!Basename|Spec)\w*|DBI|unlink|rename|rmdir|mkdir|chmod|chown|symlink|truncate)\b|\bopen\s*\(?[^;]{0,200}[>|]|`|\buse\s+(?!strict|warnings|utf8|List::Util|POSIX|Data::Dumper|Time::|JSON|feature|v?5|open|Text::|Encode|integer|bigint|charnames|Unicode::|Digest::|Math::|Date::|File::Basename|File::Spec|Getopt)\w+|\$\^X|\bprint\s*\{/,
  ruby: /\b(system|exec|spawn|fork|syscall|eval|instance_eval|class_eval|send|__send__|public_send|open|popen|Open3|FileUtils|Socket|TCPSocket|Net::|URI\.open|Process|Kernel|ObjectSpace|IO\.|Base64|unpack1?|load|Fiddle|DL)\b|File\.(open|write|delete|unlink|rename|new|chmod|chown|symlink|truncate|binwrite)|Dir\.(rmdir|mkdir|delete|unlink|chdir|chroot)|`|%x|require(_relative)?\s*\(?\s*["'](?!json|date|time|set|securerandom|digest|pp|bigdecimal|matrix|prime|yaml|csv|English)/,
  php: /\b(system|exec|shell_exec|passthru|popen|proc_open|pcntl_\w+|eval|assert|file_put_contents|fopen|fwrite|unlink|rename|rmdir|mkdir|chmod|chown|symlink|curl_\w+|fsockopen|stream_\w+|socket_\w+|base64_decode|include|require|include_once|require_once|mail|create_function|call_user_func\w*|gzinflate|str_rot13|dl|putenv|copy|file_get_contents\s*\(\s*["']https?|ReflectionFunction)\b|`/,
  lua: /\bos\s*\.\s*(execute|remove|rename|tmpname|setlocale)|\bio\s*\.\s*(popen|open|output|write\s*\(.{0,80}file)|\b(load|loadstring|dofile|loadfile|require|package|debug)\b|\[\s*["']/,
  awk: /\bsystem\s*\(|\|&?\s*getline|\|&?\s*""|\|&\s*\w|\|\s*[a-z]\w*\s*(;|}|$)|\bprintf?\b[^{};>]{0,200}>>?\s*[^\s"(]|@load|@include/,
  other:
    /\b(system|exec\w*|spawn\w*|shell\w*|sh|bash|fork|popen|open|write\w*|delete\w*|remove\w*|unlink|rm|rename|mkdir|chmod|socket\w*|http\w*|tcp\w*|download\w*|eval|load\w*|require|import|include|source|process|cmd|command|run|invoke\w*|iex|file|files|File|Runtime|do\s+shell|tell)\b|`|!/i,
};

/** Statements that lose data or rights wholesale. */
function sql(code: string): string | undefined {
  const found =
    /\b(drop\s+(table|database|schema|user|role|view|index)|truncate(\s+table)?\s+\w|grant\s+|revoke\s+|alter\s+user|create\s+user|shutdown|flushall|flushdb|dropdatabase|into\s+(outfile|dumpfile)|load_file|load_extension|copy\s+.{0,200}\b(program|to)\b|xp_cmdshell|\.shell|\.system|\\!)/i.exec(
      code,
    );
  if (found !== null) return `runs \`${found[0].trim()}\``;
  for (const statement of code.split(";")) {
    if (/\bdelete\s+from\b/i.test(statement) && !/\bwhere\b/i.test(statement)) return "deletes every row of a table";
    if (/\bupdate\s+\w+\s+set\b/i.test(statement) && !/\bwhere\b/i.test(statement))
      return "changes every row of a table";
  }
  return undefined;
}

/** sed can run programs (`e`) and write files (`w`) from inside its script. */
function sed(code: string): string | undefined {
  if (/(^|[;{}\n]|\/[gpIiMm0-9]*)\s*[wW]\s+[^\s;]/.test(code) && !/[wW]\s+\/dev\/std/.test(code))
    return "writes files from inside its script";
  return /^\s*(\d+|\$)?\s*e(\s|$)|[;{\n]\s*e(\s|$)|s(?<d>[/|#,:@!])(?:(?!\k<d>).){0,400}\k<d>(?:(?!\k<d>).){0,400}\k<d>[gpIiMm0-9]*e/.test(
    code,
  )
    ? "runs programs from inside its script"
    : undefined;
}
