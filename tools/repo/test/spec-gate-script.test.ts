import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runProgram } from "../src/release/run-program.ts";
import { revisionWith, root } from "./spec-gate-edits.ts";

// Runs `pnpm spec:gate` without the steps that check the repository rather than the description; test/full runs all.

async function gate(...args: string[]) {
  const { scripts } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const [command = "", ...steps] = String(scripts["spec:gate"]).split(" --step ");
  const ownSteps = steps.filter((step) => step.startsWith("'Coverage and score="));
  expect(ownSteps).toHaveLength(1);
  return runProgram("bash", ["-c", `${[command, ...ownSteps].join(" --step ")} "$@"`, "gate", ...args], root);
}

test("pnpm spec:gate fails for a breaking change, at its line, with the version that it requires, and for a missing 401", async () => {
  const revision = await revisionWith([
    ["providerType, createdAt]", "createdAt]"],
    ['"401":', '"418":'],
  ]);
  const { exitCode, stdout } = await gate(...revision, "--format", "github-actions");
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/::error file=.*revision\.yaml,line=\d+/);
  expect(stdout).toContain("::error title=Spec gate::Changes and version failed");
  expect(stdout).toMatch(/::error title=Spec gate::Coverage and score failed: .*401 on every operation/);
  expect(stdout).toMatch(/^::error title=info\.version.*run `pnpm spec:version \d+\.\d+\.\d+`/m);
});
