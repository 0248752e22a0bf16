import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { git } from "./git.ts";

/**
 * Writes a committed file, and every committed file it references, below the target folder. Each git call reads all
 * files of one depth, so a description of thousands of files takes a few calls.
 * @param path of the file, relative to the root of the repository
 */
export function writeCommitted(
  root: string,
  { commit, path, target }: { readonly commit: string; readonly path: string; readonly target: string },
): void {
  const seen = new Set([path]);
  let wave = [path];
  while (wave.length > 0) {
    const files = readCommitted(root, commit, wave);
    for (const [name, content] of files) {
      mkdirSync(dirname(join(target, name)), { recursive: true });
      writeFileSync(join(target, name), content);
    }
    const next = [...files].flatMap(([name, content]) => referencedFiles(name, content.toString()));
    wave = [...new Set(next)].filter((name) => !seen.has(name));
    for (const name of wave) seen.add(name);
  }
}

/** Reads those paths that are files in the commit; follows symbolic links inside the commit. */
export function readCommitted(root: string, commit: string, paths: readonly string[]): Map<string, Buffer> {
  const input = paths.map((path) => `${commit}:${path}\n`).join("");
  const args = ["cat-file", "--batch", "--follow-symlinks"];
  const output = git(root, args, { input, message: `git cannot read ${paths[0]} in ${commit}` });
  const files = new Map<string, Buffer>();
  let start = 0;
  for (const path of paths) {
    const end = output.indexOf("\n", start);
    const header = output.toString("utf8", start, end);
    const found = / (?<type>blob|tree|commit|tag) (?<size>\d+)$/.exec(header)?.groups;
    const odd = /^(?:dangling|symlink|loop|notdir) (?<size>\d+)$/.exec(header)?.groups;
    const size = Number(found?.size ?? odd?.size ?? -1);
    if (found?.type === "blob") files.set(path, output.subarray(end + 1, end + 1 + size));
    // A `missing` line has no content; any other line announces a size, then come the content and a line break.
    start = size < 0 ? end + 1 : end + 1 + size + 1;
  }
  return files;
}

const quoted = String.raw`"(?<double>(?:[^"\\\n]|\\.)*)"|'(?<single>[^'\n]*)'`;
/** A `$ref` with its value: quoted, plain, or on the lines below a `>` or `|`. */
const reference = new RegExp(
  String.raw`\$ref["']?\s*:\s*(?:[>|][+-]?\s*)?(?:${quoted}|(?<plain>[^\s"'][^\n]*))`,
  "g",
);
const fileName = /[^\s"'`,;{}[\]()<>|]+\.(?:ya?ml|json)\b/gi;

/**
 * Lists the files that a text may reference, relative to the root. Errs on the side of too many, such as a path in
 * a comment; files that are not in the commit are skipped when they are read.
 */
export function referencedFiles(path: string, text: string): string[] {
  const names = new Set<string>();
  for (const { groups = {} } of text.matchAll(reference)) {
    const { double, single, plain } = groups;
    const value = double?.replaceAll("\\/", "/") ?? single ?? plain ?? "";
    // A plain value may have spaces, or end at one, a comma or a brace, so both readings count.
    names.add(value.split("#")[0] ?? "");
    names.add(value.split(/[#,}\s]/)[0] ?? "");
  }
  // A discriminator's mapping names files without a `$ref`.
  for (const [name] of text.matchAll(fileName)) names.add(name);
  return [...names]
    .filter((name) => name !== "" && !/^[a-z][a-z+.-]*:/i.test(name))
    .map((name) => posix.normalize(posix.join(posix.dirname(path), decoded(name.trim()))))
    .filter((name) => !name.startsWith("../") && !name.includes("\n"));
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
