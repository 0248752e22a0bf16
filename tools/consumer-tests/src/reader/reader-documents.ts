import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { workspaceRoot } from "../published-packages.ts";
import { type DocumentSteps, readSteps, tableCommands } from "./read-steps.ts";
import { isCompleteShell } from "./shell-session.ts";

/** One or more files, which a reader reads from the first to the last. */
export interface ReaderDocument extends DocumentSteps {
  readonly name: string;
  /** The versions of Node.js that it asks for, such as `>=22.18`. */
  readonly nodeRange: string;
}

/** Documents for contributors, who are in their clone. */
const forContributors = /^(CONTRIBUTING\.md|tools\/.*|packages\/(docs|rules)\/.*)$/;

/**
 * Finds the READMEs, CONTRIBUTING.md, and the docs, whose guides continue the page Start, except those that are for
 * implementers. The guide to a first change has a test of its own. The guide with the command `compute-host`, which others use, comes first.
 */
export function findReaderDocuments(): readonly ReaderDocument[] {
  found ??= readDocuments();
  return found;
}

let found: readonly ReaderDocument[] | undefined;

function readDocuments(): ReaderDocument[] {
  const find = (pattern: string) => {
    const files = globSync(pattern, { cwd: workspaceRoot }).toSorted();
    if (files.length === 0) throw new Error(`No document matches ${pattern}.`);
    return files;
  };
  const forImplementers = find("packages/docs/content/guides/writing-a-service.md");
  const guides = find("packages/docs/content/guides/!(running-the-service|change-the-interface).md").filter(
    (file) => !forImplementers.includes(file),
  );
  const begin = ["start.md", "guides/running-the-service.md"].map((file) => `packages/docs/content/${file}`);
  const readmes = [
    "packages/*/README.md",
    "spec/README.md",
    "tools/*/README.md",
    "CONTRIBUTING.md",
    "README.md",
  ];
  return [
    firstCommands(),
    // They share a clone. This one needs nothing but `npm start` in it, and the root's README, which installs more, is last.
    readDocument("the docs", [...begin, ...guides]),
    readDocument("the docs for implementers", forImplementers),
    ...readmes.flatMap(find).map((file) => readDocument(file, [file])),
  ];
}

/** What a newcomer tries in a clone: the last lines of `npm start`, and each command of the table on top of README.md. */
export const newcomers = "the first commands of a newcomer";

function firstCommands(): ReaderDocument {
  const readme = readFileSync(join(workspaceRoot, "README.md"), "utf8");
  const place = "npm start";
  return {
    name: newcomers,
    nodeRange: ">=20",
    steps: [
      { place, do: "go", to: "clone" },
      { place, do: "paste" },
      { place, do: "paste last lines" },
      ...tableCommands("README.md", readme),
    ],
    problems: [],
  };
}

function readDocument(name: string, files: readonly string[]): ReaderDocument {
  const begin = forContributors.test(name) ? "clone" : "own folder";
  const texts = files.map((file) => readFileSync(join(workspaceRoot, file), "utf8"));
  const parts = texts.map((text, index) => readSteps(files[index] ?? "", text, isCompleteShell));
  return {
    name,
    nodeRange: `>=${/You need Node\.js ([\d.]+) or newer/.exec(texts.join("\n"))?.[1] ?? "20"}`,
    steps: parts.flatMap(({ steps }, index) => [
      { place: files[index] ?? "", do: "go", to: begin },
      ...steps,
    ]),
    problems: parts.flatMap(({ problems }) => problems),
  };
}
