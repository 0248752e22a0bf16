import { isDeepStrictEqual } from "node:util";
import { objectOf } from "@compute-host/openapi";
import type { Computer } from "@compute-host/types";
import type { ContractApi } from "../../../openapi/contract-api.ts";
import type { RuleId } from "../../../openapi/rules.gen.ts";
import { verify } from "../../contract-case.ts";

/** The fields that a host reports, or that are signed for a time. */
export const reportedParts = ["hostname", "relayClientUrl", "relayAgentUrl"];
/** The fields that provisioning changes on its own while it runs. */
export const changingParts = ["status", "provisioningSteps", ...reportedParts];

/**
 * Returns the part of a record that the description defines: a service may add its own fields, such as the time of
 * the last change, and write a UUID in either letter case.
 */
export function definedPart(api: ContractApi, computer: Computer): Record<string, unknown> {
  const properties = objectOf(api.schemas.Computer?.properties);
  const stepProperties = objectOf(api.schemas.ProvisioningStep?.properties);
  const known = pick(computer, Object.keys(properties));
  if (typeof known.hostId === "string") known.hostId = known.hostId.toLowerCase();
  if (computer.provisioningSteps) {
    known.provisioningSteps = computer.provisioningSteps.map((step) =>
      pick(step, Object.keys(stepProperties)),
    );
  }
  return known;
}

/** Fails if two lists differ, and shows the first item that does. */
export function verifySame(
  actual: readonly unknown[],
  expected: readonly unknown[],
  rule: RuleId,
  message: string,
): void {
  const all = actual.length > expected.length ? actual : expected;
  const index = all.findIndex((_, place) => !isDeepStrictEqual(actual[place], expected[place]));
  const [came, wanted] = [actual, expected].map((list) => JSON.stringify(list[index]) ?? "nothing");
  verify(index < 0, rule, `${message}: ${came}, not ${wanted}`);
}

function pick(value: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
}
