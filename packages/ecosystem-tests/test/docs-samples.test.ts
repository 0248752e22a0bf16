import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { installTarball } from "../src/install-tarball.ts";
import { runCommand, runOrThrow } from "../src/run-command.ts";
import { folderOf } from "../src/runtimes.ts";
import { startSandbox } from "../src/sandbox.ts";
import { tarballOf } from "../src/tarball-of.ts";
import { createProject, type ThrowAwayProject } from "../src/throw-away-project.ts";
import { checkInProcess, strictSettings } from "../src/type-check.ts";

const folder = fileURLToPath(new URL("samples/", import.meta.resolve("@compute-host/docs/package.json")));
const spec = parse(readFileSync(new URL(import.meta.resolve("@compute-host/spec/openapi.yaml")), "utf8"));
const operations = Object.values<Record<string, { operationId?: string; responses?: object }>>(
  spec.paths,
).flatMap((item) => Object.values(item));
const operationIds = operations.flatMap(({ operationId }) => operationId ?? []);
const files = ["curl.sh", "client.ts", "openapi-fetch.ts", "python.py"];
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

describe.each(operationIds)("%s", (operationId) => {
  test("by curl gets the success that the spec documents", async () => {
    await using own = await startSandbox();
    const script = read(operationId, "curl.sh").replace(
      /^curl /,
      "curl --silent --write-out '\\n%{http_code}' ",
    );
    const output = await runOrThrow("sh", ["-c", script], { cwd: folder, env: own.env });
    const status = output.trim().split("\n").at(-1) ?? "";
    const operation = operations.find((one) => one.operationId === operationId);
    expect(status).toMatch(/^2\d\d$/);
    expect(Object.keys(operation?.responses ?? {})).toContain(status);
  });

  test.each(["client.ts", "openapi-fetch.ts"])(
    "by %s compiles and does it, with the packed client",
    async (file) => {
      using project = await projectWithClient();
      await using own = await startSandbox();
      project.write("sample.ts", read(operationId, file));
      expect(typeErrors(project)).toEqual([]);
      const output = await runOrThrow(process.execPath, ["sample.ts"], {
        cwd: project.directory,
        env: { ...own.env, NODE_NO_WARNINGS: "1" },
      });
      expect(output).toMatch(printed[operationId] ?? /^$/);
    },
  );
});

const python = await runCommand("python3", ["--version"], { cwd: folder }).then(
  ({ exitCode, stdout }) => (exitCode === 0 ? stdout.trim() : undefined),
  () => undefined,
);

describe.each(operationIds)(
  `%s by ${python ?? "Python, which this machine does not have"}`,
  (operationId) => {
    test(python === undefined ? "was not run" : "works with only the standard library", async () => {
      if (python === undefined) return;
      await using own = await startSandbox();
      // `-I` keeps modules of the user and of the folder out.
      const output = await runOrThrow("python3", ["-I", `${folder}${operationId}/python.py`], {
        cwd: folder,
        env: own.env,
      });
      expect(output).toMatch(printed[operationId] ?? /^$/);
    });
  },
);

test("samples that handle a conflict report it", async () => {
  using project = await projectWithClient();
  await using own = await startSandbox();
  const taken = (file: string) => read("updateComputer", file).replace("ci-runner", "workshop-mac");
  project.write("sample.ts", taken("client.ts"));
  const { stderr } = await runCommand(process.execPath, ["sample.ts"], {
    cwd: project.directory,
    env: { ...own.env, NODE_NO_WARNINGS: "1" },
  });
  expect(stderr).toContain("name");
  const curl = await runCommand("sh", ["-c", taken("curl.sh")], { cwd: folder, env: own.env });
  expect(curl.exitCode).toBe(22);
  expect(curl.stdout).toContain("/problems/name-taken");
});

async function projectWithClient(): Promise<ThrowAwayProject> {
  const project = createProject({ type: "module" });
  await installTarball(project, tarballOf("@compute-host/client"));
  project.link("@types/node", folderOf("@types/node20"));
  return project;
}

function typeErrors(project: ThrowAwayProject): string[] {
  return checkInProcess("typescript60", project.directory, ["sample.ts"], strictSettings).errors;
}
