import { describe, expect, test } from "vitest";
import { isSomeoneElses, planLook, type WatchPlaces } from "./watch-plan.ts";

const places: WatchPlaces = {
  workspace: "/home/ann/shop",
  home: "/home/ann",
  skip: ["/home/ann/.hermes"],
  within: false,
};
const reach = (more: object = {}) => ({ type: "may-change" as const, named: [], touched: [], folders: [], ...more });

describe("where to look", () => {
  test("the workspace and the folders the command goes to, none twice", () => {
    const folders = ["/home/ann/shop/src", "/home/ann/till/src", "/home/ann/till", "/home/ann/till"];
    const { looking } = planLook(reach({ folders }), places);
    expect(looking.folders).toEqual(["/home/ann/shop", "/home/ann/till"]);
    expect(looking.skip).toEqual(["/home/ann/.hermes"]);
  });

  test("named files everywhere; what is copied into a folder elsewhere, under its own name there", () => {
    const named = ["/home/ann/shop/.git/hooks/x", "/tmp/out", "/tmp/*.txt"];
    const { looking } = planLook(reach({ named, touched: ["/home/ann/shop/a.txt", ...named] }), places);
    expect(looking.files).toEqual(
      expect.arrayContaining(["/home/ann/shop/.git/hooks/x", "/tmp/out", "/tmp/out/a.txt"]),
    );
    expect(looking.files.join()).not.toContain("*");
  });

  test("a whole disk or a place everybody writes to is not looked through, and for a workspace that is said", () => {
    expect(planLook(reach({ folders: ["/tmp", "/"] }), places).looking.folders).toEqual(["/home/ann/shop"]);
    expect(planLook(reach({ folders: ["/tmp"] }), places).tooWide).toEqual([]);
    const all = planLook(reach(), { ...places, workspace: "/" });
    expect([all.looking.folders, all.tooWide]).toEqual([[], ["/"]]);
  });

  test("inside another watched call only what lies elsewhere", () => {
    const { looking } = planLook(reach({ folders: ["/home/ann/shop", "/srv/app"] }), { ...places, within: true });
    expect(looking.folders).toEqual(["/srv/app"]);
  });

  test("a home is a workspace whose hidden files belong to programs", () => {
    const home = { ...places, workspace: "/home/ann" };
    expect(planLook(reach(), home)).toMatchObject({ looking: { folders: ["/home/ann"] }, tooWide: [] });
    expect(isSomeoneElses("/home/ann/.config/x", home)).toBe(true);
    expect(isSomeoneElses("/home/ann/shop/.env", home)).toBe(false);
    expect(isSomeoneElses("/home/ann/shop/.env", places)).toBe(false);
  });
});
