import { readdirSync, readFileSync } from "node:fs";
import { load } from "js-yaml";

/** Whose programs a change breaks. */
export type Breaks = "callers" | "readers" | "both" | "none";

/** Two versions of a description, each as the texts of its files, and what its author says about the change. */
export interface Pair {
  /** The file and the name in it; the reverse of a change ends in `, back`. */
  readonly name: string;
  /** The root description among the files. */
  readonly entry: string;
  readonly base: Files;
  readonly revision: Files;
  readonly breaks: Breaks;
  readonly because: string;
}

type Files = Readonly<Record<string, string>>;

/** The text to find, which occurs once, and its replacement; a file stands for changes inside it. */
interface Changes {
  readonly [text: string]: string | Changes;
}

interface WrittenPair {
  readonly name: string;
  readonly entry?: string;
  /** The name of a base, or the base itself. @default the first base of the file */
  readonly base?: string | Files;
  readonly before?: Changes;
  readonly change?: Changes;
  readonly revision?: string | Files;
  readonly back?: Verdict;
}
type Verdict = Readonly<Record<string, string>>;

interface PairFile {
  readonly entry?: string;
  readonly bases?: Readonly<Record<string, string | Files>>;
  readonly pairs: readonly (WrittenPair & Verdict)[];
}

/** Loads all pairs with their full texts; a pair with a verdict on its reverse is followed by that reverse. */
export function loadPairs(): Pair[] {
  const folder = new URL("pairs/", import.meta.url);
  const names = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => !name.startsWith("fragments"));
  return names
    .filter((name) => name.endsWith(".yaml"))
    .sort()
    .flatMap((name) => {
      const file = load(readFileSync(new URL(name, folder), "utf8")) as PairFile;
      return file.pairs.flatMap((pair) => expanded(pair, file, name.replace(".yaml", "")));
    });
}

function expanded(pair: WrittenPair & Verdict, { entry: usual, bases = {} }: PairFile, file: string): Pair[] {
  const name = `${file}/${pair.name}`;
  const entry = pair.entry ?? usual ?? "openapi.yaml";
  const named = typeof pair.base === "object" ? pair.base : bases[pair.base ?? Object.keys(bases)[0] ?? ""];
  const asFiles = (value: string | Files = "") => (typeof value === "string" ? { [entry]: value } : value);
  const base = changed(asFiles(named ?? pair.base), pair.before, entry, name);
  const revision = pair.revision ? asFiles(pair.revision) : changed(base, pair.change, entry, name);
  const verdict = verdictOf(pair, name);
  const back = pair.back ? verdictOf(pair.back, name) : verdict.isBothWays ? verdict : undefined;
  const there = { name, entry, base, revision, ...verdict };
  return back
    ? [there, { ...there, name: `${name}, back`, base: revision, revision: base, ...back }]
    : [there];
}

function verdictOf(verdict: Verdict, name: string) {
  for (const breaks of ["callers", "readers", "both", "none"] as const) {
    const because = verdict[breaks] ?? verdict[`${breaks} both ways`];
    if (because !== undefined) return { breaks, because, isBothWays: verdict[breaks] === undefined };
  }
  throw new Error(`${name} has no verdict`);
}

function changed(files: Files, changes: Changes = {}, file: string, name: string): Files {
  let result = files;
  for (const [find, put] of Object.entries(changes)) {
    if (typeof put !== "string") result = changed(result, put, find, name);
    else if (find === "") result = put === "" ? without(result, file) : { ...result, [file]: put };
    else if (result[file]?.split(find).length === 2)
      result = { ...result, [file]: result[file].replace(find, () => put) };
    else throw new Error(`${name}: not exactly once in ${file}: ${find}`);
  }
  return result;
}

function without(files: Files, file: string): Files {
  return Object.fromEntries(Object.entries(files).filter(([name]) => name !== file));
}
