import type { Computer } from "@compute-host/types";
import { exchange } from "../http/exchange.ts";
import type { ApiSpec } from "../spec/api-spec.ts";
import type { Target } from "../targets/target.ts";
import type { Survey } from "./contract-case.ts";

/** Lists the computers that a target with state has; a mock has none of its own. */
export async function surveyTarget(target: Target, spec: ApiSpec): Promise<Survey> {
  if (target.lacks.keepsState !== undefined) return { computers: [] };
  const operation = spec.operation("listComputers");
  const answer = await exchange(target, { operation, query: [["includeProvisioningSteps", "true"]] });
  const { computers } = (answer.json ?? {}) as { computers?: Computer[] };
  if (answer.status === 200 && Array.isArray(computers)) return { computers };
  throw new Error(
    `The list of computers at ${target.baseUrl} is answered with ${answer.status}; check CONTRACT_BASE_URL and CONTRACT_TOKEN.`,
  );
}
