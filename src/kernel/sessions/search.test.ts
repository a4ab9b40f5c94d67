// Search as pure rules: what a query means, where it matches, how hits are shown and ordered.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answerFit, whatIsAsked } from "./answer-fit.ts";
import { bigramsOf, gramsOfRun } from "./bigrams.ts";
import { createMatcher, foldKeepingLength } from "./matcher.ts";
import { isQuestion, parseQuery, type QueryTerm } from "./query.ts";
import { type Candidate, loosenessOf, rankCandidates, withoutFaint } from "./rank.ts";
import { snippetOf } from "./snippet.ts";
import { stem } from "./stem.ts";
import { civilMonth, namedTime, timeFit } from "./time-words.ts";
import { rolesNamed } from "./voices.ts";

const shown = (terms: readonly QueryTerm[]) => terms.map((term) => term.words.join(" ") + (term.prefix ? "*" : ""));
const parsed = (query: string) => {
  const { optional, required, excluded } = parseQuery(query);
  return { optional: shown(optional), required: required.map(shown), excluded: shown(excluded) };
};
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom(..."ab \"'-+*()OR会議のé.?/") }),
);

describe("queries", () => {
  test.each([
    ["What did Caroline's kids paint?", { optional: ["caroline", "kids", "paint"], required: [], excluded: [] }],
    ['tomato "raised beds" -clay', { optional: ["tomato"], required: [["raised beds"]], excluded: ["clay"] }],
    ['"a b" OR c dog', { optional: ["dog"], required: [["a b", "c"]], excluded: [] }],
    ["one AND two three", { optional: ["three"], required: [["one"], ["two"]], excluded: [] }],
    ["+must NOT this", { optional: [], required: [["must"]], excluded: ["this"] }],
    ["gard*", { optional: ["gard*"], required: [], excluded: [] }],
    ["ledger-2025.csv", { optional: ["ledger 2025 csv", "ledger", "2025", "csv"], required: [], excluded: [] }],
    ["the who", { optional: ["the", "who"], required: [], excluded: [] }],
    ["Café", { optional: ["cafe"], required: [], excluded: [] }],
    ["東京tower", { optional: ["東京", "tower"], required: [], excluded: [] }],
    ['"don\'t panic"', { optional: [], required: [["don t panic"]], excluded: [] }],
    ["; ( ) ^ : * -", { optional: [], required: [], excluded: [] }],
  ])("%s", (query, wanted) => expect(parsed(query)).toEqual(wanted));

  test("nothing anybody types is an error, and terms hold letters and digits only", () => {
    fc.assert(
      fc.property(anyText, (query) => {
        const { optional, required, excluded } = parseQuery(query);
        for (const term of [...optional, ...required.flat(), ...excluded]) {
          expect(term.words.length).toBeGreaterThan(0);
          for (const word of term.words) expect(word).toMatch(/^[\p{L}\p{N}\p{M}\p{Co}ー々〆]+$/u);
        }
      }),
      { numRuns: 1000, examples: [["𠀀⺠"]] },
    );
  });

  test("of a pasted book only its beginning is looked for, whatever its operators", () => {
    const many = (word: (index: number) => string, between = " ") =>
      Array.from({ length: 20_000 }, (_, index) => word(index)).join(between);
    for (const query of [
      many((index) => `w${index}`),
      many((index) => `+w${index}`),
      many((index) => `-w${index}`),
      many((index) => `"w${index} x"`),
      many((index) => `w${index}`, " OR "),
      many((index) => `"w${index}"`, " OR "),
      many((index) => `w${index}`, " AND "),
    ]) {
      const { optional, required, excluded } = parseQuery(query);
      expect(optional.length + required.flat().length + excluded.length).toBe(24);
    }
    for (const query of [`"${many((index) => `w${index}`)}"`, many((index) => `w${index}`, "-")]) {
      const { optional, required } = parseQuery(query);
      expect([...optional, ...required.flat()][0]?.words).toHaveLength(24);
    }
    const unspaced = Array.from({ length: 150_000 }, (_, index) =>
      String.fromCodePoint(0x4e00 + (index % 20_000)),
    ).join("");
    expect(parseQuery(unspaced).optional).toHaveLength(24);
    expect(parseQuery(`"${unspaced}"`).required[0]?.[0]?.words[0]?.length).toBeLessThan(1_000);
    expect(parseQuery("漢a".repeat(150_000)).optional.length).toBeLessThan(25);
  });

  test("questions are told from words to look for", () => {
    for (const yes of ["When did she move?", "where is the recipe kept", "会議はいつ？"])
      expect(isQuestion(yes)).toBe(true);
    for (const no of ["rhubarb pie", '"what is" this?', "what"]) expect(isQuestion(no)).toBe(false);
  });
});

describe("matching", () => {
  const found = (query: string, text: string) => {
    const occurrences = createMatcher(parseQuery(query).optional)(text);
    return occurrences.map(({ start, end, weight }) => [text.slice(start, end), weight]);
  };

  test("by stem, by irregular form, by derivation, by substring where there are no spaces", () => {
    expect(found("running", "He runs, she ran. Rung.")).toEqual([
      ["runs", 1],
      ["ran", 0.9],
    ]);
    expect(found("allergies", "She is ALLERGIC to nuts")).toEqual([["ALLERGIC", 0.9]]);
    expect(found("cafe", "Am Café vorbei")).toEqual([["Café", 1]]);
    expect(found("会議", "今日の会議の議事録")).toEqual([["会議", 1]]);
    expect(found("art", "party article art")).toEqual([["art", 1]]);
  });

  test("by a word of the same matter in any of its forms, and by what is of the kind asked for", () => {
    expect(found("burglars", "A thief came at night")).toEqual([["thief", 0.5]]);
    expect(found("instruments", "She learns the violin")).toEqual([["violin", 0.25]]);
    expect(found("violin", "He has the drums and an instrument")).toEqual([]);
  });

  test("never loses its place: every occurrence is inside the text and in order", () => {
    fc.assert(
      fc.property(anyText, anyText, (query, text) => {
        expect(foldKeepingLength(text).length).toBe(text.length);
        let last = 0;
        for (const { start, end } of createMatcher(parseQuery(query).optional)(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeLessThanOrEqual(text.length);
          last = start;
        }
      }),
      { numRuns: 500 },
    );
  });

  test("a word always matches itself", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{3,12}$/u), (word) => {
        const terms = [{ words: [word], prefix: false, unspaced: false }];
        expect(createMatcher(terms)(`before ${word} after`)).toContainEqual({
          term: 0,
          start: 7,
          end: 7 + word.length,
          weight: 1,
        });
      }),
    );
  });
});

test("stems are those of the published algorithm", () => {
  const pairs =
    "caresses caress ponies poni agreed agre plastered plaster motoring motor hopping hop filing file happy happi relational relat digitizer digit vietnamization vietnam electrical electr hopefulness hope adjustment adjust adoption adopt probate probat controlling control";
  const words = pairs.split(" ");
  for (let i = 0; i < words.length; i += 2) expect([words[i], stem(words[i] ?? "")]).toEqual([words[i], words[i + 1]]);
});

describe("snippets", () => {
  test("show the found words, marked, on one line, and are never much longer than asked", () => {
    const text = `${"filler ".repeat(80)}the rhubarb\ncake is here ${"more ".repeat(80)}`;
    const snippet = snippetOf(text, createMatcher(parseQuery("rhubarb cake").optional)(text));
    expect(snippet).toContain(">>>rhubarb<<< >>>cake<<<");
    expect(snippet).toMatch(/^\.\.\..*\.\.\.$/u);
    fc.assert(
      fc.property(anyText, anyText, (query, body) => {
        const line = snippetOf(body, createMatcher(parseQuery(query).optional)(body));
        expect(line).not.toMatch(/\n/u);
        expect(line.replaceAll(/>>>|<<</gu, "").length).toBeLessThanOrEqual(300);
      }),
    );
  });
});

describe("ranking", () => {
  const NOW = Date.UTC(2026, 0, 1);
  const FACTS = { total: 1000, counts: [5, 80], wide: [5, 80], worth: [1, 1] };
  const candidate = (seq: number, text: string, extra: Partial<Candidate> = {}): Candidate => ({
    seq,
    sessionId: `s${seq}`,
    at: NOW - 86_400_000,
    role: "user",
    chars: text.length,
    occurrences: createMatcher(parseQuery("rhubarb cake").optional)(text),
    around: [],
    fit: 1,
    ...extra,
  });
  const order = (...candidates: Candidate[]) =>
    rankCandidates(candidates, FACTS, NOW).map((scored) => scored.candidate.seq);

  test("more of the query beats less, rare beats common, close beats far, people beat tools, new beats old", () => {
    expect(order(candidate(1, "rhubarb"), candidate(2, "rhubarb and cake"))).toEqual([2, 1]);
    expect(order(candidate(1, "cake cake cake"), candidate(2, "rhubarb"))).toEqual([2, 1]);
    expect(
      order(candidate(1, `rhubarb ${"x ".repeat(60)} cake`), candidate(2, `rhubarb cake ${"x ".repeat(60)}`)),
    ).toEqual([2, 1]);
    expect(order(candidate(1, "rhubarb", { role: "tool" }), candidate(2, "rhubarb"))).toEqual([2, 1]);
    expect(order(candidate(1, "rhubarb", { at: NOW - 1e11 }), candidate(2, "rhubarb"))).toEqual([2, 1]);
  });

  test("what stands next to a message helps it", () => {
    const occurrences = createMatcher(parseQuery("rhubarb cake").optional)("rhubarb");
    const around = [{ distance: 1, occurrences, asks: false }];
    const before = around.map((near) => ({ ...near, distance: -1 }));
    expect(order(candidate(1, "cake"), candidate(2, "cake", { around }))).toEqual([2, 1]);
    expect(order(candidate(1, "cake", { around }), candidate(2, "cake", { around: before }))).toEqual([2, 1]);
    const asked = before.map((near) => ({ ...near, asks: true }));
    expect(order(candidate(1, "cake", { around: before }), candidate(2, "cake", { around: asked }))).toEqual([2, 1]);
  });

  test("a related word that is common counts for little, a rare one as always", () => {
    const terms = parseQuery("career").optional;
    const looseness = loosenessOf({ ...FACTS, counts: [2], wide: [400], worth: [1] });
    const weightOf = (loose?: readonly number[]) => createMatcher(terms, loose)("so much work")[0]?.weight ?? 0;
    expect(weightOf(looseness)).toBeLessThan(weightOf() / 4);
    expect(weightOf(loosenessOf({ ...FACTS, counts: [2], wide: [2], worth: [1] }))).toBe(weightOf());
    expect(createMatcher(terms, looseness)("a career")[0]?.weight).toBe(1);
  });

  test("faint hits are noise beside one that has every word looked for, but may answer a question", () => {
    const scored = rankCandidates([candidate(1, "rhubarb cake"), candidate(2, `cake ${"x".repeat(900)}`)], FACTS, NOW);
    const faint = scored.map((one) => (one.candidate.seq === 2 ? { ...one, score: 0.01 } : one));
    expect(withoutFaint(faint, 2, { type: "words" }).map(({ candidate: { seq } }) => seq)).toEqual([1]);
    expect(withoutFaint(faint, 2, { type: "answer", kind: "anything" })).toHaveLength(2);
  });

  test("every candidate is ranked once, and adding a hopeless one changes no order", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("rhubarb", "cake", "nothing", "rhubarb cake", "cakes"), { maxLength: 8 }),
        (texts) => {
          const candidates = texts.map((text, index) => candidate(index + 1, text));
          const ranked = order(...candidates);
          expect([...ranked].sort((a, b) => a - b)).toEqual(candidates.map(({ seq }) => seq));
          expect(order(...candidates, candidate(99, "nothing", { at: 0 })).filter((seq) => seq !== 99)).toEqual(ranked);
        },
      ),
    );
  });
});

describe("answers", () => {
  const fitOf = (query: string, text: string) =>
    answerFit(whatIsAsked(query), text, createMatcher(parseQuery(query).optional)(text));

  test("what is asked for", () => {
    expect(whatIsAsked("rhubarb pie")).toEqual({ type: "words" });
    expect(whatIsAsked("When did Ada leave?")).toEqual({ type: "answer", kind: "time" });
    expect(whatIsAsked("How many eggs does it take?")).toEqual({ type: "answer", kind: "number" });
    expect(whatIsAsked("Why did Ada leave the house?")).toEqual({ type: "answer", kind: "anything" });
  });

  test.each([
    ["When did Ada leave?", "She left for Lisbon last Friday.", "She left for Lisbon with her brother."],
    ["How many hens does Ada keep?", "There are eleven hens behind the house.", "There are hens behind the house."],
    ["Where does Ada live?", "The house stands beside the old harbour.", "And where is the house beside the harbour?"],
    ["Where does Ada live?", "The house stands beside the old harbour.", "Oh, I see!"],
    ["Where does Ada live?", "Ada: Beside the harbour, since spring.", "Ben: Beside the harbour, since spring."],
    ["Ada harbour", "Ada: Beside the harbour.", "Ben: Ada was beside the harbour."],
  ])("%s: rather %s than %s", (query, better, worse) => {
    expect(fitOf(query, better)).toBeGreaterThan(fitOf(query, worse));
  });

  test("words to look for are taken as they are, questions and short texts too", () => {
    for (const text of ["Why?", "ok", "A long sentence about something else entirely."])
      expect(fitOf("rhubarb pie", text)).toBe(1);
  });
});

describe("voices", () => {
  const said = (role: string, text: string) => ({
    role,
    text,
    occurrences: createMatcher(parseQuery("When did Ada leave?").optional)(text),
  });
  const calls = Array.from({ length: 5 }, () => said("assistant", "Good morning, Ada!"));

  test("whom one side calls by name is the other side", () => {
    expect([...rolesNamed(calls)]).toEqual(["user"]);
    expect([...rolesNamed(calls.map((one) => ({ ...one, role: "user" })))]).toEqual(["assistant"]);
  });

  test("few calls, calls by both sides, mere mentions and labelled texts prove nothing", () => {
    expect(rolesNamed(calls.slice(1))).toEqual(new Set());
    expect(rolesNamed([...calls, said("user", "Hello Ada!")])).toEqual(new Set());
    expect(rolesNamed([...calls, said("user", "Ada: hello")])).toEqual(new Set());
    expect(rolesNamed(Array.from({ length: 9 }, () => said("assistant", "I met Ada at the market.")))).toEqual(
      new Set(),
    );
  });
});

test("bigrams find every part of a run and nothing across runs", () => {
  expect(bigramsOf("plain words")).toBe("");
  expect(gramsOfRun("会議録")).toEqual(["会議", "議録", "録"]);
  expect(bigramsOf("会議, 録音").split(" ")).not.toContain("議録");
});

test("months and years in a query prefer what was said then; `may I` is no month", () => {
  expect(namedTime("what happened in May 2023?")).toEqual({ month: 5, year: 2023 });
  expect(namedTime("may I come")).toBeUndefined();
  expect(namedTime("8 march")).toEqual({ month: 3, year: undefined });
  expect(timeFit(namedTime("July"), Date.UTC(2023, 6, 31, 23))).toBeGreaterThan(1);
  expect(timeFit(namedTime("July"), Date.UTC(2023, 7, 1))).toBe(1);
  fc.assert(
    fc.property(fc.date({ min: new Date("1950-01-01"), max: new Date("2100-01-01"), noInvalidDate: true }), (date) => {
      expect(civilMonth(date.getTime())).toEqual({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 });
    }),
  );
});
