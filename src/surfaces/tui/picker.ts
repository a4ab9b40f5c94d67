// Choosing one of many: a list that narrows as one types. Pure: keys and state in, state or a choice out.

import { clip, type Frame } from "./frame.ts";
import { panelLines, panelRoom } from "./panel.ts";
import { visibleWidth } from "./terminal.ts";

export interface PickItem {
  readonly value: string;
  readonly label: string;
  readonly aside: string;
}

export interface Picker {
  readonly title: string;
  readonly items: readonly PickItem[];
  readonly chosen: number;
  readonly filter: string;
}

export type Picked =
  | { readonly type: "picker"; readonly picker: Picker }
  | { readonly type: "took"; readonly item: PickItem }
  | { readonly type: "left" };

export function shownItems({ items, filter }: Picker): readonly PickItem[] {
  const words = filter.toLowerCase().split(/\s+/);
  return items.filter(({ label, aside, value }) => {
    const text = `${label} ${aside} ${value}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export function pickerKey(picker: Picker, key: string | undefined, data: string): Picked {
  const shown = shownItems(picker);
  const move = (by: number): Picked => ({
    type: "picker",
    picker: { ...picker, chosen: shown.length === 0 ? 0 : (picker.chosen + by + shown.length) % shown.length },
  });
  switch (key) {
    case "up":
    case "shift+tab":
      return move(-1);
    case "down":
    case "tab":
    case "ctrl+r":
      return move(1);
    case "pageUp":
      return { type: "picker", picker: { ...picker, chosen: Math.max(0, picker.chosen - PAGE) } };
    case "pageDown":
      return {
        type: "picker",
        picker: { ...picker, chosen: Math.max(0, Math.min(shown.length - 1, picker.chosen + PAGE)) },
      };
    case "escape":
      return { type: "left" };
    case "enter": {
      const item = shown[picker.chosen];
      return item === undefined ? { type: "picker", picker } : { type: "took", item };
    }
    case "backspace":
      return { type: "picker", picker: { ...picker, filter: picker.filter.slice(0, -1), chosen: 0 } };
    default:
      return /^[^\u0000-\u001f\u007f]+$/.test(data)
        ? { type: "picker", picker: { ...picker, filter: picker.filter + data, chosen: 0 } }
        : { type: "picker", picker };
  }
}

const PAGE = 8;
const MOST_ROWS = 12;

export function pickerPanel(picker: Picker, frame: Frame, rows: number): string[] {
  const { theme, messages, width } = frame;
  const room = panelRoom(width);
  const shown = shownItems(picker);
  const visible = Math.max(3, Math.min(MOST_ROWS, rows - 7));
  const from = Math.max(0, Math.min(picker.chosen - Math.floor(visible / 2), shown.length - visible));
  const filter = `${theme.paint("dim", messages.pickerFilter)} ${picker.filter}${theme.paint("accent", "▏")}`;
  const list = shown
    .slice(from, from + visible)
    .map((item, index) => itemLine(item, from + index === picker.chosen, frame, room));
  const body = ["", filter, "", ...(list.length > 0 ? list : [theme.paint("dim", messages.pickerEmpty)]), ""];
  const count = shown.length > visible ? ` ${picker.chosen + 1}/${shown.length}` : "";
  return panelLines({ title: `${picker.title}${count}`, keys: messages.pickerKeys, role: "accent", body }, frame);
}

function itemLine(item: PickItem, picked: boolean, { theme }: Frame, room: number): string {
  const mark = picked ? theme.paint("accent", theme.skin.promptSymbol) : " ";
  const most = item.aside === "" ? room - 2 : Math.max(12, Math.floor(room * 0.62));
  const label = clip(item.label.replace(/\s+/g, " "), most);
  const aside = clip(item.aside, Math.max(0, room - visibleWidth(label) - 5));
  const space = " ".repeat(Math.max(1, room - 2 - visibleWidth(label) - visibleWidth(aside)));
  return `${mark} ${picked ? theme.bold(theme.paint("accent", label)) : label}${space}${theme.paint("dim", aside)}`;
}
