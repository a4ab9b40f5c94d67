import fc from "fast-check";
import { expect, test } from "vitest";
import { OWNER, type Principal } from "../../kernel/principal.ts";
import { nameFor } from "./ownership.ts";

const guest = (id: string): Principal => ({ type: "guest", id });

test("names fit every service, tell guests apart from each other and from the owner", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 200 }), fc.string({ minLength: 1, maxLength: 200 }), (a, b) => {
      const [one, other] = [nameFor("hermes", guest(a)), nameFor("hermes", guest(b))];
      expect(one).toMatch(/^[A-Za-z0-9_-]{1,60}$/);
      expect(one === other).toBe(a === b);
      expect(one).not.toBe(nameFor("hermes", OWNER));
    }),
  );
  const long = "x".repeat(200);
  expect(nameFor(long, OWNER).length).toBe(60);
  expect(nameFor(long, OWNER)).not.toBe(nameFor(`${long}y`, OWNER));
  expect(nameFor(long, guest(long))).toContain("-guest-");
  // The guest's part is the same whatever it is put behind.
  const tail = (name: string) => name.slice(name.indexOf("-guest-"));
  expect(tail(nameFor(long, guest("eve")))).toBe(tail(nameFor("s1", guest("eve"))));
});
