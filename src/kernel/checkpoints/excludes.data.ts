// Left out of snapshots: what can be made again, what is huge, what is secret.

export const EXCLUDES: readonly string[] = [
  ...["node_modules/", "bower_components/", "dist/", "build/", "target/", "out/", ".next/", ".nuxt/", ".output/"],
  ...[".svelte-kit/", ".turbo/", ".parcel-cache/", ".cache/", "__pycache__/", "*.pyc", ".pytest_cache/"],
  ...[".mypy_cache/", ".ruff_cache/", ".tox/", ".nox/", "coverage/", ".coverage", "htmlcov/", ".gradle/"],
  ...["venv/", ".venv/", ".git/", ".hg/", ".svn/", ".jj/", ".worktrees/", ".DS_Store", "Thumbs.db"],
  ...["*.o", "*.a", "*.so", "*.so.*", "*.dylib", "*.dll", "*.exe", "*.class", "*.jar", "*.war", "*.wasm"],
  ...["*.mp4", "*.mov", "*.avi", "*.mkv", "*.webm", "*.mp3", "*.wav", "*.flac", "*.ogg", "*.psd"],
  ...["*.zip", "*.tar", "*.tar.*", "*.tgz", "*.gz", "*.bz2", "*.xz", "*.zst", "*.7z", "*.rar", "*.iso", "*.dmg"],
  ...[".env", ".env.*", "*.log", ".hermes-restore-*"],
];

/** Never saved, not even when a call names it. */
export const SECRET_FILE = /(^|\/)\.env(\.[^/]*)?$/;

/** Snapshots hold bytes, not what attributes of the project make of them. */
export const ATTRIBUTES = "* -text -filter -ident -eol -working-tree-encoding !diff !merge -export-subst\n";
