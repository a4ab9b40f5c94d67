import { expect, test } from "vitest";
import { remembered } from "./remembered.ts";

interface Named {
  readonly name: string;
}

function counting() {
  const made: string[] = [];
  const greet = remembered((key: Named, greeting: string) => {
    made.push(`${greeting} ${key.name}`);
    return { words: `${greeting} ${key.name}` };
  });
  return { greet, made };
}

test("the same object asked the same gives the very same answer, worked out once", () => {
  const { greet, made } = counting();
  const ada = { name: "Ada" };
  expect(greet(ada, "hello")).toBe(greet(ada, "hello"));
  expect(made).toEqual(["hello Ada"]);
});

test("asked otherwise, or about an equal but other object, it is worked out anew", () => {
  const { greet, made } = counting();
  const ada = { name: "Ada" };
  expect(greet(ada, "hello").words).toBe("hello Ada");
  expect(greet(ada, "good day").words).toBe("good day Ada");
  expect(greet({ name: "Ada" }, "good day").words).toBe("good day Ada");
  expect(made).toHaveLength(3);
});
