// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.

import type { OperationId } from "@compute-host/types";

/** An operation of the spec. */
export interface Operation {
  method: string;
  path: string;
  responseSchema: "ComputerList" | "Computer";
  bodySchema?: "ComputerUpdate";
}

/** Every operation of the spec. */
export const operations: Readonly<Record<OperationId, Operation>> = {
  listComputers: {"method":"GET","path":"/api/v0/computers","responseSchema":"ComputerList"},
  getComputer: {"method":"GET","path":"/api/v0/computers/{computerId}","responseSchema":"Computer"},
  updateComputer: {"method":"PATCH","path":"/api/v0/computers/{computerId}","responseSchema":"Computer","bodySchema":"ComputerUpdate"},
  retryInstallDeps: {"method":"POST","path":"/api/v0/computers/{computerId}/install-deps","responseSchema":"Computer"},
};
