import type { OperationId } from "@compute-host/types";
import type { ContractApi } from "../openapi/contract-api.ts";
import { concurrencyCases } from "./computers/concurrency/concurrency.ts";
import { concurrentSessionCases } from "./computers/concurrency/concurrent-sessions.ts";
import { sequenceCases } from "./computers/concurrency/sequences.ts";
import type { OperationCases } from "./computers/operation-cases.ts";
import { conflictCases } from "./computers/operations/conflicts.ts";
import { getComputerCases } from "./computers/operations/get-computer.ts";
import { listComputersCases } from "./computers/operations/list-computers.ts";
import { retryInstallDepsCases } from "./computers/operations/retry-install-deps.ts";
import { updateComputerCases } from "./computers/operations/update-computer.ts";
import { hiddenComputerCases } from "./computers/owners/hidden-computers.ts";
import { ownerCases } from "./computers/owners/owners.ts";
import type { ContractCase } from "./contract-case.ts";
import { genericCases } from "./generic/generic-cases.ts";

/** The named cases; omitting an operation of the description does not compile. */
export const operationCases: { readonly [Id in OperationId]: OperationCases<Id> } = {
  listComputers: listComputersCases,
  getComputer: getComputerCases,
  updateComputer: updateComputerCases,
  retryInstallDeps: retryInstallDepsCases,
};

/** Returns every case of the suite in execution order: cases that start sessions come last. */
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
    ...ownerCases,
    ...hiddenComputerCases,
  ];
  return cases.toSorted((one, other) => takes(one) - takes(other));
}

/**
 * How much a case takes away from later ones: some changes cannot be undone, and sessions also block other cases.
 */
function takes({ startsSessions = false, needs }: ContractCase): number {
  if (startsSessions) return 2;
  return needs.includes("isDisposable") ? 1 : 0;
}
