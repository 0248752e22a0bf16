import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runOrThrow, runProcess } from "@compute-host/command-line/process";
import { hasProgram } from "@compute-host/command-line/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { installTarball, tarballOf } from "../../src/projects/tarballs.ts";
import { createProject, type ThrowAwayProject } from "../../src/projects/throw-away-project.ts";
import { folderOf } from "../../src/runtimes.ts";
import { type Sandbox, useSandbox } from "../../src/sandbox.ts";
import { checkByCommand, strictSettings } from "../../src/typescript/type-check.ts";

const folder = fileURLToPath(new URL("samples/", import.meta.resolve("@compute-host/docs/package.json")));
const spec = parse(readFileSync(new URL(import.meta.resolve("@compute-host/spec/openapi.yaml")), "utf8"));
const operations = Object.values<Record<string, { operationId?: string; responses?: object }>>(
  spec.paths,
).flatMap((item) => Object.values(item));
const operationIds = operations.flatMap(({ operationId }) => operationId ?? []);
const programs = ["client.ts", "openapi-fetch.ts"];
const files = ["curl.sh", ...programs, "python.py"];
const read = (operationId: string, file: string) => readFileSync(`${folder}${operationId}/${file}`, "utf8");

/** The output of each operation's program when it succeeds. */
const printed: Readonly<Record<string, RegExp>> = {
  listComputers: /cmp_01k9x5h8w3 staging-runner active/,
  getComputer: /^staging-runner active$/m,
  updateComputer: /^ci-runner$/m,
  retryInstallDeps: /^(active|(202 )?provisioning)$/m,
};

test("every operation of the spec has a sample in every language, and there are no other samples", () => {
  expect(readdirSync(folder).toSorted()).toEqual(operationIds.toSorted());
  for (const operationId of operationIds) {
    expect(readdirSync(folder + operationId).toSorted()).toEqual(files.toSorted());
  }
});

describe.skipIf(!hasProgram("curl"))("by curl (needs curl)", () => {
  const sandbox = useSandbox();

  test.each(operationIds)("%s gets the success that the spec documents", async (operationId) => {
    const script = read(operationId, "curl.sh").replace(
      /^curl /,
      "curl --silent --write-out '\\n%{http_code}' ",
    );
    const output = await runOrThrow("sh", ["-c", script], { cwd: folder, env: sandbox.env });
    const status = output.trim().split("\n").at(-1) ?? "";
    const operation = operations.find((one) => one.operationId === operationId);
    expect(status).toMatch(/^2\d\d$/);
    expect(Object.keys(operation?.responses ?? {})).toContain(status);
  });

  test("a sample that handles a conflict reports it", async () => {
    const curl = await runProcess("sh", ["-c", withTakenName("curl.sh")], { cwd: folder, env: sandbox.env });
    expect(curl.exitCode).toBe(22);
    expect(curl.stdout).toContain("/problems/name-taken");
  });
});

describe("with the packed client", () => {
  let project: ThrowAwayProject;
  beforeAll(async () => {
    project = createProject({ type: "module" });
    await installTarball(project, tarballOf("@compute-host/client"));
    project.link("@types/node", folderOf("@types/node20"));
    for (const operationId of operationIds) {
      for (const file of programs) project.write(`${operationId}/${file}`, read(operationId, file));
    }
  });
  afterAll(() => project[Symbol.dispose]());
  const run = (file: string, { env }: Pick<Sandbox, "env">) =>
    runProcess(process.execPath, [file], {
      cwd: project.directory,
      env: { ...env, NODE_NO_WARNINGS: "1" },
    });

  test("every sample compiles", async () => {
    const samples = operationIds.flatMap((operationId) => programs.map((file) => `${operationId}/${file}`));
    const { errors } = await checkByCommand("typescript70", project.directory, samples, strictSettings);
    expect(errors).toEqual([]);
  });

  describe.each(programs)("by %s", (file) => {
    const sandbox = useSandbox();

    test.each(operationIds)("%s does it", async (operationId) => {
      const { exitCode, stdout, stderr } = await run(`${operationId}/${file}`, sandbox);
      expect(exitCode, stderr).toBe(0);
      expect(stdout).toMatch(printed[operationId] ?? /^$/);
    });

    if (file !== "client.ts") return;
    test("a sample that handles a conflict reports it", async () => {
      project.write("taken.ts", withTakenName(file));
      expect((await run("taken.ts", sandbox)).stderr).toContain("name");
    });
  });
});

describe.skipIf(!hasProgram("python3"))("by Python (needs python3)", () => {
  const sandbox = useSandbox();

  test.each(operationIds)("%s works with only the standard library", async (operationId) => {
    // `-I` keeps modules of the user and of the folder out.
    const output = await runOrThrow("python3", ["-I", `${folder}${operationId}/python.py`], {
      cwd: folder,
      env: sandbox.env,
    });
    expect(output).toMatch(printed[operationId] ?? /^$/);
  });
});

function withTakenName(file: string): string {
  return read("updateComputer", file).replace("ci-runner", "workshop-mac");
}
