// Commands that would never return belong in the background: they are refused in the foreground, with the way to run them.

import { withoutQuotes } from "./exit-codes.ts";

interface Rule {
  readonly pattern: RegExp;
  readonly why: string;
}

const RUNNER = String.raw`(?:npm|pnpm|yarn|bun)(?:\s+run)?(?:\s+-\S+)*`;
const START = String.raw`(?:^|[;&|(]\s*|\b(?:sudo|env|exec|time|npx|bunx|uv run|poetry run|python3? -m|(?:npm|pnpm|yarn) exec|pnpm dlx)\s+(?:\w+=\S+\s+)*)`;

const DETACHED: readonly Rule[] = [
  { pattern: /(?:^|[;&|(]\s*)(?:nohup|disown|setsid)\b/, why: "it detaches a process from the terminal" },
  { pattern: /(?<![&>|\d])&(?![&>\d])/, why: "it puts a process into the background with `&`" },
];

const SERVERS: readonly Rule[] = [
  server(String.raw`${RUNNER}\s+(?:dev|start|serve|watch)\b`),
  server(String.raw`docker(?:-compose|\s+compose)(?:\s+-\S+(?:\s+[\w./-]+\.ya?ml)?)*\s+up\b(?!.*\s(?:-d|--detach)\b)`),
  server(String.raw`(?:next|nuxt|astro|remix|gatsby|vue-cli-service|ng)\s+(?:dev|develop|serve)\b`),
  server(String.raw`vite\b(?!\s+(?:build|optimize))`),
  server(String.raw`(?:nodemon|uvicorn|gunicorn|hypercorn|live-server|http-server|webpack-dev-server)\b`),
  server(String.raw`http\.server\b`),
  server(
    String.raw`(?:flask\s+run|rails\s+s(?:erver)?|php\s+(?:-\S+\s+)*-S|hugo\s+server|jekyll\s+serve|mkdocs\s+serve)\b`,
  ),
  server(String.raw`(?:python3?\s+)?(?:\./)?manage\.py\s+runserver\b`),
];

function server(pattern: string): Rule {
  return { pattern: new RegExp(START + pattern, "m"), why: "it looks like a server or watcher that does not end" };
}

/** Why this command must not run in the foreground, with advice; undefined when it may. */
export function refuseForeground(command: string): string | undefined {
  const bare = withoutQuotes(command).replace(/(^|\s)#.*$/gm, "$1");
  if (/(?:^|\s)(?:--help|--version|-h|-V)(?:\s|$)/.test(bare)) return undefined;
  const env = bare.replace(/(^|[;&|(]\s*)(?:\w+=\S*\s+)+/g, "$1");
  const rule = [...DETACHED, ...SERVERS].find(({ pattern }) => pattern.test(env));
  if (rule === undefined) return undefined;
  return `Not run in the foreground: ${rule.why}. Call terminal with background=true (without nohup, setsid or &), then use the process tool to poll, read its log or kill it.`;
}
