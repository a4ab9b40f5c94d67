// One short hint per platform: what the reader sees and how files are delivered. Overridable in config under `platform_hints`.

const MEDIA = "To deliver a file, write `MEDIA:/absolute/path` on a line of its own.";
const PLAIN_CHAT = "No Markdown is rendered: plain text, short paragraphs.";
const SOME_MARKDOWN = "Basic Markdown is rendered; no tables.";

export const PLATFORM_HINTS: Readonly<Record<string, string>> = {
  cli: "You are in a terminal. Plain text reads best; light Markdown is fine. `MEDIA:` lines do nothing here: name file paths instead.",
  tui: "You are in a terminal interface that renders Markdown. `MEDIA:` lines do nothing here: name file paths instead.",
  acp: "You are inside the user's editor. Refer to code as path:line; the editor shows diffs, so do not repeat them.",
  telegram: `You are on Telegram. Rich Markdown is rendered: bold, lists, code blocks, links. ${MEDIA} Images appear inline, audio as voice.`,
  discord: `You are on Discord. Markdown is rendered, tables are not; one message holds 2,000 characters. ${MEDIA}`,
  slack: `You are on Slack. Keep formatting to bold, lists, code and links. ${MEDIA}`,
  whatsapp: `You are on WhatsApp. ${PLAIN_CHAT} ${MEDIA}`,
  whatsapp_cloud: `You are on WhatsApp. ${PLAIN_CHAT} ${MEDIA}`,
  signal: `You are on Signal. ${PLAIN_CHAT} ${MEDIA}`,
  email: `You answer by e-mail. Complete sentences, a greeting only if they used one, no Markdown. ${MEDIA} It becomes an attachment.`,
  cron: "You run as a scheduled job; nobody is there to answer questions. Decide sensibly, do the work, and let the final reply be the report that is delivered.",
  sms: "You answer by text message: plain text, a few sentences at most.",
  bluebubbles: `You are on iMessage. ${PLAIN_CHAT} ${MEDIA}`,
  mattermost: `You are on Mattermost. Markdown is rendered, tables included. ${MEDIA}`,
  matrix: `You are on Matrix. Markdown is rendered. ${MEDIA}`,
  feishu: `You are on Feishu. ${SOME_MARKDOWN} ${MEDIA}`,
  weixin: `You are on WeChat. ${PLAIN_CHAT} ${MEDIA}`,
  wecom: `You are on WeCom. ${SOME_MARKDOWN} ${MEDIA}`,
  qqbot: `You are on QQ. ${SOME_MARKDOWN} ${MEDIA}`,
  yuanbao: `You are on Yuanbao. ${SOME_MARKDOWN} ${MEDIA}`,
  api_server:
    "You are called through an HTTP API by another program. Markdown is unknown territory: keep it light, and answer without asking to continue.",
  webui: "You are in a browser. Full Markdown is rendered, code blocks and tables included.",
};
