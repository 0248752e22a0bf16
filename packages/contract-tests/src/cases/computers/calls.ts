import type { Computer, ComputerUpdate } from "@compute-host/types";
import type { Authorization } from "../../http/carried-credentials.ts";
import type { Exchange } from "../../http/exchange.ts";
import type { CaseContext, Wanted } from "../contract-case.ts";

/** The query of a request for the list. */
export type Query = readonly (readonly [string, string])[];

/** The credentials of the other owner. */
export function otherOwner({ target }: Pick<CaseContext, "target">): Authorization {
  return { value: `Bearer ${target.otherToken}`, shown: "Bearer $CONTRACT_OTHER_TOKEN" };
}

/** The query that requests steps. */
export const withSteps: Query = [["includeProvisioningSteps", "true"]];

/** Lists computers. */
export async function listComputers(
  { send, api }: CaseContext,
  query: Query = [],
  authorization?: Authorization,
): Promise<readonly Computer[]> {
  const request = { operation: api.operation("listComputers"), query };
  const { json } = await send(authorization ? { ...request, authorization } : request, { status: 200 });
  return (json as { computers: Computer[] }).computers;
}

/** Reads a computer that has to exist. */
export async function getComputer({ send, api }: CaseContext, computerId: string): Promise<Computer> {
  const request = { operation: api.operation("getComputer"), path: { computerId } };
  return (await send(request, { status: 200 })).json as Computer;
}

/** Sends an update; without a status, accepts any documented response. */
export function sendUpdate(
  { send, api }: CaseContext,
  computerId: string,
  json: ComputerUpdate,
  wanted: number | Wanted = {},
): Promise<Exchange> {
  const request = { operation: api.operation("updateComputer"), path: { computerId }, json };
  return send(request, typeof wanted === "number" ? { status: wanted } : wanted);
}

/**
 * Sends a retry, which has to be accepted with 202 or refused with 409; by default, accepts any documented response.
 */
export function sendRetry(
  { send, api }: CaseContext,
  computerId: string,
  status?: 202 | 409,
): Promise<Exchange> {
  const request = { operation: api.operation("retryInstallDeps"), path: { computerId } };
  const rule = status === 409 ? "retryInstallDeps.409#1" : "retryInstallDeps#1";
  return send(request, status === undefined ? {} : { status, rule });
}

/** Formats the computers' IDs for messages. */
export function idsOf(computers: readonly Computer[]): string {
  return computers.map(({ id }) => id).join(", ") || "nothing";
}
