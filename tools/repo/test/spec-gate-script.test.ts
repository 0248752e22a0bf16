import { expect, test } from "vitest";
import { runGate } from "../src/release/run-program.ts";
import { gateArguments } from "../src/spec-gate-arguments.ts";
import { revisionWith, root } from "./spec-gate-edits.ts";

// Runs `pnpm spec:gate` without the steps that check the repository rather than the description; test/full runs all.

const gate = (...args: string[]) => runGate([...gateArguments, ...args], root);

test("pnpm spec:gate fails for a breaking change, at its line, with the version that it requires, and for a missing 401", async () => {
  const revision = await revisionWith([
    ["providerType, createdAt]", "createdAt]"],
    ['"401":', '"418":'],
  ]);
  const { exitCode, stdout } = await gate(...revision, "--format", "github-actions");
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/::error file=.*revision\.yaml,line=\d+/);
  expect(stdout).toContain("::error title=Spec gate::Changes and version failed");
  expect(stdout).toMatch(/::error file=.*,title=rule\/errors-on-every-operation::/);
  expect(stdout).toMatch(/^::error title=info\.version.*run `pnpm spec:version \d+\.\d+\.\d+`/m);
});
