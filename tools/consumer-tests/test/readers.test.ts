import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { installTarball } from "../src/install-tarball.ts";
import { findPublishedPackages, workspaceRoot } from "../src/published-packages.ts";
import { notExecuted, readerFiles, substitutions } from "../src/reader/allowances.ts";
import { nodesWithNpm } from "../src/reader/node-with-npm.ts";
import { readSteps, type Step } from "../src/reader/read-steps.ts";
import { findReaderDocuments } from "../src/reader/reader-documents.ts";
import { printed, testReaders } from "../src/reader/reader-tests.ts";
import { isCompleteShell } from "../src/reader/shell-session.ts";
import { folderOf } from "../src/runtimes.ts";
import { tarballOf } from "../src/tarball-of.ts";
import { createProject } from "../src/throw-away-project.ts";
import { checkByCommand, strictSettings } from "../src/type-check.ts";

const documents = findReaderDocuments();
const steps = documents.flatMap((document) => document.steps);
const commands = steps.flatMap((step) => (step.do === "run" ? [step.command] : []));
const programs = steps.filter((step) => step.do === "save");

testReaders({ run: "everyday", isBuilding: false });

test("each Node.js has the npm of its release", () => {
  expect(nodesWithNpm().map(({ node, npmVersion }) => [node.version, npmVersion])).toEqual([
    ["20.20.2", "10.8.2"],
    ["22.23.3", "10.9.9"],
    ["24.21.0", "11.19.0"],
    ["26.10.0", "11.19.1"],
  ]);
});

describe("a document", () => {
  const read = (markdown: string) => readSteps("a.md", markdown, isCompleteShell);
  const program = "```ts\nwork();\n```\n";

  test("has to name the file of each program, and the command that runs it", () => {
    expect(read(`Some text.\n\n${program}`).problems).toEqual(["a.md:3 shows a program without a file name"]);
    expect(read(`Save this as \`a.mjs\`:\n\n${program}`).problems).toEqual([
      "a.md:3 shows a program without a command that runs it",
    ]);
    expect(read("```\nnpm install\n```\n").problems).toEqual([
      'a.md:1 shows a command in a block that is not marked "sh"',
    ]);
  });

  test("may name them above, below, and in a block that follows", () => {
    const save: Step = { place: "a.md:3", do: "save", file: "a.mjs", language: "ts", text: "work();\n" };
    const run: Step = { place: "a.md:3", do: "run", command: "node a.mjs" };
    expect(read(`Save this as \`a.mjs\`, then run \`node a.mjs\`:\n\n${program}`).steps).toEqual([save, run]);
    expect(read(`Look:\n\n${program}\nSave this as \`a.mjs\`, then run \`node a.mjs\`.`).steps).toEqual([
      save,
      run,
    ]);
    const below = `Save this as \`a.mjs\`:\n\n${program}\n\`\`\`sh\nnode a.mjs\n\`\`\`\n`;
    expect(read(below).steps).toEqual([save, { ...run, place: "a.md:8" }]);
  });

  test("says where to go and what to paste, in its text and in comments", () => {
    const shell =
      "```sh\n# in a folder of your own, after pasting the two export lines\nnpm init \\\n  --yes\n```\n";
    expect(read(`In a clone, run \`npm start\`.\n\n${shell}`).steps).toEqual([
      { place: "a.md:1", do: "go", to: "clone" },
      { place: "a.md:1", do: "run", command: "npm start" },
      { place: "a.md:4", do: "go", to: "own folder" },
      { place: "a.md:4", do: "paste" },
      { place: "a.md:5", do: "run", command: "npm init \\\n  --yes" },
    ]);
    expect(read("With `npm start` running in a clone, look.").steps).toEqual([]);
  });
});

test.each(documents)("$name says how to run each program", ({ problems }) => {
  expect(problems).toEqual([]);
});

test("every allowance is in use, and the output of every program is known", () => {
  const texts = steps.map((step) => JSON.stringify(step));
  expect(substitutions.filter(({ find }) => !texts.some((text) => text.includes(find)))).toEqual([]);
  expect(Object.keys(readerFiles).filter((name) => !texts.some((text) => text.includes(name)))).toEqual([]);
  expect(notExecuted.filter(({ command }) => !commands.some((one) => command.test(one)))).toEqual([]);
  expect(Object.keys(printed).filter((command) => !commands.includes(command))).toEqual([]);
  const runners = commands.filter((command) => programs.some(({ file }) => command.endsWith(file)));
  expect(runners.filter((command) => printed[command] === undefined)).toEqual([]);
});

test("the README of every package with an API shows a program", () => {
  const texts = programs.map(({ text }) => text).join("\n");
  for (const name of ["client", "server", "spec", "types"]) expect(texts).toContain(`"@compute-host/${name}`);
});

test("the programs compile against the packed packages", async () => {
  using project = createProject({ type: "module" });
  for (const { manifest } of findPublishedPackages()) {
    if (!project.has(manifest.name)) await installTarball(project, tarballOf(manifest.name));
  }
  project.link("@types/node", folderOf("@types/node20"));
  project.link("@opentelemetry/api", join(workspaceRoot, "packages/client/node_modules/@opentelemetry/api"));
  const files = programs.flatMap(({ place, language, text }) => {
    if (!/^(ts|typescript)$/.test(language)) return [];
    const file = `${place.replaceAll(/\W/g, "-")}.ts`;
    project.write(file, text);
    return [file];
  });
  const { errors } = await checkByCommand("typescript70", project.directory, files, strictSettings);
  expect(errors).toEqual([]);
});
