// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.

import type { OperationId } from "@compute-host/types";
import type { Operation } from "./operation.ts";
import type { Resources } from "./resources.gen.ts";

/** Every operation of the spec. */
export const operations: Readonly<Record<OperationId, Operation>> = {
  listComputers: { method: "GET", path: "/api/v0/computers", hasParams: true, returns: "object", responseSchema: "ComputerList" },
  getComputer: { method: "GET", path: "/api/v0/computers/{computerId}", returns: "object", responseSchema: "Computer" },
  updateComputer: { method: "PATCH", path: "/api/v0/computers/{computerId}", hasBody: true, takesObject: true, bodySchema: "ComputerUpdate", returns: "object", responseSchema: "Computer" },
  retryInstallDeps: { method: "POST", path: "/api/v0/computers/{computerId}/install-deps", returns: "object", responseSchema: "Computer" },
};

/** The operation of each method of each resource. */
export const methods: Readonly<Record<keyof Resources, Readonly<Record<string, OperationId>>>> = {
  computers: { list: "listComputers", get: "getComputer", update: "updateComputer", retryInstallDeps: "retryInstallDeps" },
};
