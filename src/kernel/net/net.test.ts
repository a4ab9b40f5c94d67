import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { expect, test } from "vitest";
import { parseAddress, reachOf, reachOfHost } from "./address.ts";
import { proxyFor, proxySettings } from "./proxy.ts";
import { readSites, siteList } from "./sites.ts";
import { carriesSecret, refuseUrl } from "./url.ts";

const reach = (text: string) => {
  const address = parseAddress(text);
  return address === undefined ? "none" : reachOf(address);
};

// The library reads the old form ::1.2.3.4 as if it were ::ffff:1.2.3.4.
const plainSix = fc.ipV6().filter((text) => !/^::\d+\./.test(text));

test("addresses parse exactly as a well-known library parses them", () => {
  fc.assert(
    fc.property(fc.ipV4(), (text) => String(parseAddress(text)?.bytes) === String(ipaddr.parse(text).toByteArray())),
  );
  fc.assert(
    fc.property(plainSix, (text) => String(parseAddress(text)?.bytes) === String(ipaddr.parse(text).toByteArray())),
  );
});

test("what the library calls anything but unicast is never public", () => {
  const special = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.constantFrom("10.1.2.3", "192.168.0.1", "fe80::1", "fc00::1", "ff02::1", "2001:db8::1", "64:ff9b::7f00:1"),
  );
  fc.assert(
    fc.property(special, (text) => ipaddr.process(text).range() === "unicast" || reach(text) !== "public"),
    { numRuns: 2_000 },
  );
});

test.each([
  ["127.0.0.1", "private"],
  ["0.0.0.0", "private"],
  ["::1", "private"],
  ["::", "private"],
  ["[::ffff:127.0.0.1]", "private"],
  ["::ffff:a9fe:a9fe", "metadata"],
  ["64:ff9b::169.254.169.254", "metadata"],
  ["2002:7f00:1::", "private"],
  ["169.254.169.254", "metadata"],
  ["169.254.170.2", "metadata"],
  ["fd00:ec2::254", "metadata"],
  ["100.100.100.200", "metadata"],
  ["100.64.0.1", "private"],
  ["fe80::1%eth0", "private"],
  ["8.8.8.8", "public"],
  ["2606:4700::1111", "public"],
  ["1.2.3", "none"],
  ["01.2.3.4", "none"],
  ["1::2::3", "none"],
])("%s is %s", (text, expected) => expect(reach(text)).toBe(expected));

test("names that can only mean somewhere inside are judged without asking a resolver", () => {
  expect(["localhost", "x.localhost.", "db.internal", "printer.local"].map(reachOfHost)).toEqual(
    Array(4).fill("private"),
  );
  expect(reachOfHost("METADATA.google.internal")).toBe("metadata");
  expect(reachOfHost("example.com")).toBeUndefined();
});

test.each([
  "http://2130706433/",
  "http://0x7f.1/",
  "http://[::ffff:127.0.0.1]/",
  "http://127.1/",
  "file:///etc/passwd",
  "gopher://x/",
  "http://user:pass@example.com/",
  "https://x.com/?k=sk-abcdefghijklmnop",
  "https://x.com/%73%6b-abcdefghijklmnop",
])("%s is refused before anything is sent", (text) => {
  expect(refuseUrl(new URL(text), { allowPrivate: false })).toBeDefined();
});

test("allowing private networks never allows metadata", () => {
  expect(refuseUrl(new URL("http://127.0.0.1:3000/"), { allowPrivate: true })).toBeUndefined();
  expect(refuseUrl(new URL("http://169.254.169.254/latest"), { allowPrivate: true })).toContain("metadata");
});

test("ordinary words are no secrets", () => {
  expect(["https://x.com/task-list/risk-assessments", "https://x.com/ask_something"].some(carriesSecret)).toBe(false);
});

test("site rules cover subdomains, stars only those", () => {
  const covers = siteList(["evil.com", "https://www.worse.com/x", "*.mixed.com", "www.org", "", "*."]);
  expect(["a.evil.com", "www.evil.com", "EVIL.com.", "worse.com:8080", "b.a.mixed.com"].map(covers)).toEqual([
    ...["evil.com", "evil.com", "evil.com", "https://www.worse.com/x", "*.mixed.com"],
  ]);
  expect(["www.mixed.com", "https://www.mixed.com:443/x"].map(covers)).toEqual(["*.mixed.com", "*.mixed.com"]);
  expect(covers("www.org")).toBe("www.org");
  expect(["notevil.com", "mixed.com", "com", "", "x.org"].map(covers)).toEqual(
    Array.from({ length: 5 }, () => undefined),
  );
  expect(readSites("bad.example # ads\n\n *.worse.example \r\n")).toEqual(["bad.example", "*.worse.example"]);
});

test("a proxy is read from either spelling, the lower-case one first; none named is none", () => {
  expect(proxySettings({ NO_PROXY: "*", HTTPS_PROXY: " " })).toBeUndefined();
  expect(
    proxySettings({ HTTPS_PROXY: "http://upper:1", https_proxy: "http://lower:1", NO_PROXY: "localhost" }),
  ).toEqual({
    https: "http://lower:1",
    except: "localhost",
  });
  expect(proxySettings({ HTTP_PROXY: "http://p:1" })).toEqual({ http: "http://p:1", except: "" });
});

test("an address has the proxy of its scheme, unless its host or port is excepted", () => {
  const settings = {
    http: "http://p:1",
    https: "http://s:2",
    except: "localhost, .inside.example *.lab.example,::1,10.0.0.5:8080",
  };
  const way = (url: string) => proxyFor(new URL(url), settings);
  expect([way("http://a.example/"), way("https://a.example/")]).toEqual(["http://p:1", "http://s:2"]);
  expect(["http://localhost:3/", "https://x.inside.example/", "http://lab.example/", "http://[::1]/"].map(way)).toEqual(
    [undefined, undefined, undefined, undefined],
  );
  expect([way("http://10.0.0.5:8080/"), way("http://10.0.0.5/"), way("http://notlocalhost/")]).toEqual([
    undefined,
    "http://p:1",
    "http://p:1",
  ]);
  expect(proxyFor(new URL("http://a.example"), { ...settings, except: "*" })).toBeUndefined();
  expect(proxyFor(new URL("http://a.example"), { https: "http://s:2", except: "" })).toBeUndefined();
  expect(proxyFor(new URL("http://a.example"), { http: "proxy:3128", except: "" })).toBe("http://proxy:3128");
});
