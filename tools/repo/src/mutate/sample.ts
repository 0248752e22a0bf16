import { createHash } from "node:crypto";
import { type Checker, CheckStatus } from "@stryker-mutator/api/check";
import type { Mutant } from "@stryker-mutator/api/core";
import { declareValuePlugin, PluginKind } from "@stryker-mutator/api/plugin";

/** Names of the environment variables by which `mutate.ts` tells Stryker's processes which mutants to run. */
export const sampleVariables = { oneIn: "MUTATE_ONE_IN", seed: "MUTATE_SEED" };

/**
 * A checker of Stryker that drops the mutants that are not in the sample. Stryker counts those that a checker drops
 * in no score, and tells them as errors of compilation.
 */
const checker: Checker = {
  init: async () => undefined,
  check: async (mutants) => {
    const results = mutants.map((mutant) => {
      const status = isInSample(mutant) ? CheckStatus.Passed : CheckStatus.CompileError;
      return [mutant.id, { status, reason: "It is not in the sample." }] as const;
    });
    return Object.fromEntries(results);
  },
};

function isInSample({ fileName, location, mutatorName, replacement }: Mutant): boolean {
  const { [sampleVariables.oneIn]: oneIn = "1", [sampleVariables.seed]: seed = "" } = process.env;
  const place = JSON.stringify([seed, fileName.split(/[\\/]/).slice(-3), location, mutatorName, replacement]);
  return createHash("sha256").update(place).digest().readUInt32BE() % Number(oneIn) === 0;
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Checker, "sample", checker)];
