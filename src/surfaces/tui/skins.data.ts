// The built-in themes. A colour is #rrggbb, or "" where the terminal's own foreground is right.

export interface Palette {
  readonly accent: string;
  readonly text: string;
  readonly dim: string;
  readonly faint: string;
  readonly user: string;
  readonly good: string;
  readonly caution: string;
  readonly hot: string;
  readonly bad: string;
  readonly heading: string;
  readonly code: string;
  readonly link: string;
  readonly added: string;
  readonly removed: string;
  readonly keyword: string;
  readonly string: string;
  readonly number: string;
  readonly callable: string;
  readonly type: string;
  readonly panel: string;
  readonly userPanel: string;
  readonly addedPanel: string;
  readonly removedPanel: string;
  /** The changed words of a changed line. */
  readonly addedWord: string;
  readonly removedWord: string;
}

export type Role = keyof Palette;

export interface Skin {
  readonly name: string;
  readonly summary: string;
  readonly dark: Palette;
  readonly light: Palette;
  readonly agentName: string;
  readonly promptSymbol: string;
}

const DARK: Palette = {
  accent: "#e5b567",
  text: "",
  dim: "#8b919c",
  faint: "#565c68",
  user: "#e5b567",
  good: "#8fc27a",
  caution: "#e3c566",
  hot: "#e8945a",
  bad: "#ea6f6f",
  heading: "#f0d19a",
  code: "#9cc7d8",
  link: "#86b3ea",
  added: "#9bd08a",
  removed: "#ef8d8d",
  keyword: "#c79bdb",
  string: "#a4c98a",
  number: "#e2a672",
  callable: "#86b3ea",
  type: "#8ccbc0",
  panel: "#22252b",
  userPanel: "#2a2721",
  addedPanel: "#1c2b1f",
  removedPanel: "#321f21",
  addedWord: "#2b4d31",
  removedWord: "#5a2a2d",
};

const LIGHT: Palette = {
  accent: "#966100",
  text: "",
  dim: "#646b76",
  faint: "#a3a9b3",
  user: "#966100",
  good: "#33792b",
  caution: "#8a6a00",
  hot: "#b0510b",
  bad: "#b92c2c",
  heading: "#7a4f00",
  code: "#1c6580",
  link: "#2459b3",
  added: "#22701f",
  removed: "#b02a2a",
  keyword: "#8236a3",
  string: "#3c7322",
  number: "#a4520b",
  callable: "#2459b3",
  type: "#17706a",
  panel: "#f2f3f5",
  userPanel: "#f8f2e4",
  addedPanel: "#e4f4e2",
  removedPanel: "#fbe7e6",
  addedWord: "#c2eabd",
  removedWord: "#f9d2cf",
};

const PLAIN: Palette = Object.fromEntries(Object.keys(DARK).map((role) => [role, ""])) as unknown as Palette;

export const SKINS: readonly Skin[] = [
  {
    name: "default",
    summary: "warm gold on quiet grey",
    dark: DARK,
    light: LIGHT,
    agentName: "Hermes",
    promptSymbol: "❯",
  },
  {
    name: "ares",
    summary: "crimson and bronze",
    dark: { ...DARK, accent: "#e0685e", user: "#e0685e", heading: "#e9b08a", code: "#dcb08c", userPanel: "#2e2121" },
    light: { ...LIGHT, accent: "#a3281f", user: "#a3281f", heading: "#8a3a14", code: "#8a4a14", userPanel: "#fbecea" },
    agentName: "Hermes",
    promptSymbol: "⚔",
  },
  {
    name: "slate",
    summary: "cool blue",
    dark: { ...DARK, accent: "#7fb2e5", user: "#7fb2e5", heading: "#b4d2f0", code: "#9fd0c8", userPanel: "#20262e" },
    light: { ...LIGHT, accent: "#1f5fa8", user: "#1f5fa8", heading: "#1d4d86", code: "#17706a", userPanel: "#e9f1fa" },
    agentName: "Hermes",
    promptSymbol: "❯",
  },
  {
    name: "mono",
    summary: "no colour but the ones that warn",
    dark: { ...PLAIN, dim: "#8b919c", faint: "#565c68", bad: "#ea6f6f", caution: "#e3c566", hot: "#e8945a" },
    light: { ...PLAIN, dim: "#646b76", faint: "#a3a9b3", bad: "#b92c2c", caution: "#8a6a00", hot: "#b0510b" },
    agentName: "Hermes",
    promptSymbol: "❯",
  },
];
