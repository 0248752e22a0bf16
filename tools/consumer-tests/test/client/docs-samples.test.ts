import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runProcess } from "@compute-host/command-line/process";
import { hasProgram } from "@compute-host/command-line/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { installTarball, tarballOf } from "../../src/projects/tarballs.ts";
import { createProject } from "../../src/projects/throw-away-project.ts";
import { useSandbox } from "../../src/sandbox.ts";

const folder = fileURLToPath(new URL("samples/", import.meta.resolve("@compute-host/docs/package.json")));
const spec = parse(readFileSync(new URL(import.meta.resolve("@compute-host/spec/openapi.yaml")), "utf8"));
const operations = Object.values<Record<string, { operationId?: string }>>(spec.paths).flatMap(Object.values);
const operationIds: string[] = operations.flatMap(({ operationId }) => operationId ?? []);

/**
 * For each language, the file of an operation, the command that runs it, and whether this machine has it.
 * `-I` keeps out the modules of the user and of the folder.
 */
const languages = [
  { file: "client.ts", command: [process.execPath], isHere: true },
  { file: "curl.sh", command: ["sh"], isHere: hasProgram("curl") },
  { file: "openapi-fetch.ts", command: [process.execPath], isHere: true },
  { file: "python.py", command: ["python3", "-I"], isHere: hasProgram("python3") },
];

/** What the sample of an operation prints: lines of a program, or the response. */
const printed: Readonly<Record<string, RegExp>> = {
  listComputers: /cmp_01k9x5h8w3 staging-runner active|"id":"cmp_01k9x5h8w3".*"provisioningSteps"/,
  getComputer: /^staging-runner active$|"name":"staging-runner"/m,
  updateComputer: /^ci-runner$|"name":"ci-runner"/m,
  retryInstallDeps: /^(?:active|(?:202 )?provisioning)$|"status":"provisioning"/m,
};

const project = createProject({ type: "module" });
beforeAll(async () => {
  await installTarball(project, tarballOf("@compute-host/client"));
  for (const operationId of operationIds)
    for (const { file } of languages) project.write(`${operationId}/${file}`, read(operationId, file));
});
afterAll(() => project[Symbol.dispose]());

test("every operation of the spec has a sample in every language, and there are no other samples", () => {
  expect(readdirSync(folder).toSorted()).toEqual(operationIds.toSorted());
  for (const operationId of operationIds)
    expect(readdirSync(folder + operationId).toSorted()).toEqual(languages.map(({ file }) => file));
});

describe.each(languages)("$file", ({ file, command: [program = "", ...options], isHere }) => {
  const sandbox = useSandbox();
  const run = (sample: string) =>
    runProcess(program, [...options, sample], {
      cwd: project.directory,
      env: { ...sandbox.env, NODE_NO_WARNINGS: "1" },
    });

  test.skipIf(!isHere).each(operationIds)("%s prints its result", async (operationId) => {
    const { exitCode, stdout, stderr } = await run(`${operationId}/${file}`);
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toMatch(printed[operationId] ?? /^$/);
  });

  test.skipIf(!isHere)("an update that conflicts says so", async () => {
    project.write(`taken/${file}`, read("updateComputer", file).replace("ci-runner", "workshop-mac"));
    const { stdout, stderr } = await run(`taken/${file}`);
    expect(stdout + stderr).toContain("You already have a computer with this name");
  });
});

function read(operationId: string, file: string): string {
  return readFileSync(`${folder}${operationId}/${file}`, "utf8");
}
