import type { OperationId } from "@compute-host/types";
import type { ContractApi } from "../openapi/contract-api.ts";
import { concurrencyCases } from "./computers/concurrency.ts";
import { concurrentSessionCases } from "./computers/concurrent-sessions.ts";
import { conflictCases } from "./computers/conflicts.ts";
import { getComputerCases } from "./computers/get-computer.ts";
import { listComputersCases } from "./computers/list-computers.ts";
import type { OperationCases } from "./computers/operation-cases.ts";
import { ownerCases } from "./computers/owners.ts";
import { retryInstallDepsCases } from "./computers/retry-install-deps.ts";
import { sequenceCases } from "./computers/sequences.ts";
import { updateComputerCases } from "./computers/update-computer.ts";
import type { ContractCase } from "./contract-case.ts";
import { genericCases } from "./generic/generic-cases.ts";

/** The named cases; an operation of the description that is missing here does not compile. */
export const operationCases: { readonly [Id in OperationId]: OperationCases<Id> } = {
  listComputers: listComputersCases,
  getComputer: getComputerCases,
  updateComputer: updateComputerCases,
  retryInstallDeps: retryInstallDepsCases,
};

/** Every case that the suite has, in the order in which they run: what starts sessions comes last. */
export function allCases(api: ContractApi): ContractCase[] {
  const named = Object.values(operationCases).flatMap(({ behaviour, query, body }) => [
    ...behaviour,
    ...Object.values<readonly ContractCase[]>({ ...query, ...body }).flat(),
  ]);
  const cases = [
    ...genericCases(api),
    ...named,
    ...conflictCases,
    ...sequenceCases,
    ...concurrencyCases,
    ...concurrentSessionCases,
    ...ownerCases(api),
  ];
  return [...cases.filter(takesNothingAway), ...cases.filter((one) => !takesNothingAway(one))];
}

/** Sessions are in the way of others, and what a computer has not any more cannot be asked for. */
function takesNothingAway({ startsSessions = false, needs }: ContractCase): boolean {
  return !startsSessions && !needs.includes("isDisposable");
}
