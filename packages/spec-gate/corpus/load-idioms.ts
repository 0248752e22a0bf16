import { readdirSync, readFileSync } from "node:fs";
import { load } from "js-yaml";
import { type Edit, edited } from "./load-pairs.ts";

/** Whose programs a change breaks, as the corpus author judged it before any run. */
export interface IdiomVerdict {
  readonly breaks: "callers" | "readers" | "both" | "none";
  readonly because: string;
  /** Whether the letter of the standard, the wire and the policies pull in different directions. */
  readonly debatable?: boolean;
}

/** A change as one framework writes it, in one direction. */
export interface IdiomPair {
  readonly framework: string;
  readonly kind: string;
  /** Framework and kind; the reverse of a change ends in `, back`. */
  readonly name: string;
  readonly base: Readonly<Record<string, unknown>>;
  readonly revision: Readonly<Record<string, unknown>>;
  readonly verdict: IdiomVerdict;
}

interface WrittenIdiom {
  readonly kind: string;
  /** The repository and file in which the framework writes so; only for readers. */
  readonly seen: string;
  /** The name of a base. @default the first one */
  readonly base?: string;
  readonly before?: readonly Edit[];
  readonly revision: readonly Edit[];
  readonly verdict: IdiomVerdict;
  /** The verdict on the reverse. @default the same */
  readonly back?: IdiomVerdict;
}

interface IdiomFile {
  readonly bases: Readonly<Record<string, string>>;
  readonly pairs: readonly WrittenIdiom[];
}

/** Loads the changes of all frameworks, each followed by its reverse. */
export function loadIdioms(folder = new URL("idioms/", import.meta.url)): IdiomPair[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".yaml"));
  return files.sort().flatMap((name) => {
    const file = load(readFileSync(new URL(name, folder), "utf8")) as IdiomFile;
    return file.pairs.flatMap((pair) => bothWays(pair, file, name.replace(".yaml", "")));
  });
}

function bothWays(pair: WrittenIdiom, { bases }: IdiomFile, framework: string): IdiomPair[] {
  const { kind, before = [], revision: edits, verdict, back = verdict } = pair;
  const name = `${framework}/${kind}`;
  const text = pair.base === undefined ? Object.values(bases)[0] : bases[pair.base];
  if (text === undefined) throw new Error(`${name}: there is no base ${pair.base}`);
  const older = edited({ api: text }, before, "api", name);
  const base = descriptionOf(older);
  const revision = descriptionOf(edited(older, edits, "api", name));
  return [
    { framework, kind, name, base, revision, verdict },
    { framework, kind, name: `${name}, back`, base: revision, revision: base, verdict: back },
  ];
}

function descriptionOf(files: Readonly<Record<string, string>>): Record<string, unknown> {
  return load(Object.values(files).join("")) as Record<string, unknown>;
}
