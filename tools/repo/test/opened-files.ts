import { relative } from "node:path";

/** The options of strace for a trace that {@link openedFiles} reads. It stops a program only at these calls. */
export const traceOptions = [
  ...["-f", "--seccomp-bpf", "-qq", "-y", "-z"],
  ...["-e", "trace=open,openat,openat2", "-e", "signal=none"],
];

/** Returns the real paths of the files that a traced program and its children read, each once, without what they wrote before. */
export function openedFiles(trace: string): string[] {
  const started = new Map<string, string>();
  const files = new Set<string>();
  const written = new Set<string>();
  for (const line of trace.split("\n")) {
    const [, process = "", text = ""] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const [, beginning] = /^(.*) <unfinished \.\.\.>$/.exec(text) ?? [];
    if (beginning !== undefined) {
      started.set(process, beginning);
      continue;
    }
    const [, end] = /^<\.\.\. \w+ resumed>(.*)$/.exec(text) ?? [];
    const call = end === undefined ? text : `${started.get(process)}${end}`;
    const [, flags = "", path] = /^open.*?[ =](O_[A-Z_|]+).*= \d+<(\/.*)>$/.exec(call) ?? [];
    if (path === undefined || written.has(path) || /\bO_(?:PATH|DIRECTORY)\b/.test(flags)) continue;
    if (/\bO_(?:TRUNC|EXCL)\b/.test(flags)) written.add(path);
    else if (!flags.includes("O_WRONLY")) files.add(path);
  }
  return [...files];
}

/** The files of a repository, and those that a task's hash changes with, all relative to the root. */
export interface Repository {
  readonly root: string;
  readonly isTracked: (file: string) => boolean;
  /** Whether some task writes it. */
  readonly isOutput: (file: string) => boolean;
}

/** Finds what a task read of the repository that its hash does not change with: tracked files, and outputs of other tasks. */
export function unhashedReads(
  files: readonly string[],
  { root, isTracked, isOutput }: Repository,
  isHashed: (file: string) => boolean,
): string[] {
  return files
    .map((file) => relative(root, file))
    .filter((file) => (isTracked(file) || isOutput(file)) && !isHashed(file))
    .sort();
}
