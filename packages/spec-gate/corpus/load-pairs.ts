import { readdirSync, readFileSync } from "node:fs";
import { load } from "js-yaml";

/** The effect of a change, as the corpus author judged it before any run. */
export interface CorpusVerdict {
  readonly impact: "none" | "patch" | "minor" | "major";
  readonly breaks: "callers" | "readers" | "both" | "none";
  /** The file and JSON Pointer of the place, in the revision or in the base. */
  readonly at: string;
  readonly because: string;
  readonly subtle?: boolean;
  /** Whether the policies leave the case open. */
  readonly open?: boolean;
  /** The author's original verdict, and why the specification contradicts it; only for corrected pairs. */
  readonly corrected?: { readonly from: string; readonly because: string };
}

/** Two versions of a description, each as the texts of its files. */
export interface CorpusPair {
  readonly class: string;
  readonly id: string;
  readonly title: string;
  /** The root description among the files. */
  readonly entry: string;
  readonly base: Files;
  readonly revision: Files;
  readonly verdict: CorpusVerdict;
}

type Files = Readonly<Record<string, string>>;

/** A replacement of text that occurs exactly once; without `find` the file is created or removed. */
export interface Edit {
  readonly in?: string;
  readonly find?: string;
  readonly put?: string;
}

interface WrittenPair extends Omit<CorpusPair, "class" | "base" | "revision" | "entry"> {
  readonly entry?: string;
  readonly base: string | Files;
  readonly before?: readonly Edit[];
  readonly revision: string | Files | readonly Edit[];
}

interface PairFile {
  readonly entry?: string;
  readonly bases?: Readonly<Record<string, string | Files>>;
  readonly pairs: readonly WrittenPair[];
}

/** Loads all pairs of the corpus with their full texts. */
export function loadPairs(folder = new URL("pairs/", import.meta.url)): CorpusPair[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".yaml"));
  return names.sort().flatMap((name) => {
    const file = load(readFileSync(new URL(name, folder), "utf8")) as PairFile;
    return file.pairs.map((pair) => expanded(pair, file, name.replace(".yaml", "")));
  });
}

function expanded(pair: WrittenPair, file: PairFile, className: string): CorpusPair {
  const { id, title, verdict, before = [], revision } = pair;
  const entry = pair.entry ?? file.entry ?? "openapi.yaml";
  const named = typeof pair.base === "string" ? file.bases?.[pair.base] : undefined;
  const base = edited(asFiles(named ?? pair.base, entry), before, entry, id);
  const after = isEdits(revision) ? edited(base, revision, entry, id) : asFiles(revision, entry);
  return { class: className, id, title, entry, base, revision: after, verdict };
}

function isEdits(revision: WrittenPair["revision"]): revision is readonly Edit[] {
  return Array.isArray(revision);
}

function asFiles(value: string | Files, entry: string): Files {
  return typeof value === "string" ? { [entry]: value } : value;
}

/** Makes the edits in the named files, or else in the entry. */
export function edited(files: Files, edits: readonly Edit[], entry: string, id: string): Files {
  const result: Record<string, string> = { ...files };
  for (const { in: name = entry, find, put = "" } of edits) {
    if (find === undefined && put === "") delete result[name];
    else if (find === undefined) result[name] = put;
    else if (result[name]?.split(find).length !== 2)
      throw new Error(`${id}: not exactly once in ${name}: ${find}`);
    else result[name] = result[name].replace(find, () => put);
  }
  return result;
}
