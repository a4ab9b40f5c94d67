// A container engine for tests where none runs: the words of docker that are used, over bubblewrap, with a root made of this machine's own programs.

import { spawnSync } from "node:child_process";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";

export const LOCAL_IMAGE = "local-root";

/** True where such a container can start: Linux, root, bubblewrap and nsenter. */
export function canContain(): boolean {
  const bare = ["--ro-bind", "/", "/", "--unshare-pid", "true"];
  return (
    process.getuid?.() === 0 &&
    spawnSync("bwrap", bare).status === 0 &&
    spawnSync("nsenter", ["--target", String(process.pid), "--mount", "true"]).status === 0
  );
}

/** Writes the engine as `docker` into a folder; gives its path. */
export async function writeLocalEngine(dir: string): Promise<string> {
  const program = join(dir, "docker");
  await writeFile(program, ENGINE);
  await chmod(program, 0o755);
  return program;
}

/** What it does not know it refuses, with the code of the real one. Rights and bounds are read and left to the real one. */
const ENGINE = `#!/bin/bash
state="$(dirname "$(readlink -f "$0")")/state"
mkdir -p "$state"
fail() { echo "$1" >&2; exit 125; }
case "$1" in
  run)
    [ "$2" = -d ] || fail "only detached"
    shift 2
    mounts=() name= workdir=/
    while [ $# -gt 0 ]; do
      case "$1" in
        --init) shift; continue ;;
        --name) name=$2 ;;
        --workdir) workdir=$2 ;;
        -v) IFS=: read -r from to mode <<< "$2"; [ "$mode" = ro ] && mounts+=(--ro-bind "$from" "$to") || mounts+=(--bind "$from" "$to") ;;
        --tmpfs) mounts+=(--tmpfs "$\{2%%:*}") ;;
        --cap-drop | --cap-add | --security-opt | --pids-limit | --cpus | --memory | --storage-opt | --label | -e) ;;
        -*) fail "unknown flag: $1" ;;
        *) break ;;
      esac
      shift 2
    done
    [ "$1" = local-root ] || fail "no such image: $1"
    shift
    root="$state/$name"
    mkdir -p "$root/root" "$root/etc" "$root/tmp" "$root$workdir"
    mkfifo "$state/$name.born" "$state/$name.ready"
    exec 5<> "$state/$name.ready"
    setsid bwrap --bind "$root" / --ro-bind /usr /usr --symlink usr/bin /bin --symlink usr/sbin /sbin --symlink usr/lib /lib \\
      --symlink usr/lib64 /lib64 "$\{mounts[@]}" --proc /proc --dev /dev --unshare-pid --unshare-ipc --unshare-uts --chdir / \\
      --info-fd 3 -- bash -c 'echo up >&4; exec 3>&- 4>&-; exec "$@"' -- "$@" \\
      3> "$state/$name.born" 4>&5 5>&- < /dev/null > /dev/null 2>&1 &
    pid=$(sed -n 's/.*"child-pid": *\\([0-9]*\\).*/\\1/p' "$state/$name.born")
    # Its root is in place once its own program runs.
    read -r _ <&5
    [ -n "$pid" ] || fail "the container did not start"
    echo "$pid" > "$state/$name.pid"
    echo "$name"
    ;;
  exec)
    [ "$2" = -i ] && [ -f "$state/$3.pid" ] || fail "no such container: $3"
    pid=$(cat "$state/$3.pid")
    shift 3
    exec nsenter --target "$pid" --mount --pid --ipc --root --wd -- \\
      env -i --chdir=/ PATH=/usr/local/bin:/usr/bin:/bin HOME=/root setsid -w "$@"
    ;;
  rm)
    [ "$2" = -f ] || fail "only by force"
    kill -KILL "$(cat "$state/$3.pid")" 2> /dev/null
    rm -rf "$state/$3" "$state/$3".*
    ;;
  *) fail "unknown command: $1" ;;
esac
`;
