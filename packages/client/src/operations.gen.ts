// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.

import * as operation from "./operation.ts";
import type { Resources } from "./resources.gen.ts";

/** Maps each operation of the spec, by resource and method. */
export function mapOperations<T>(
  map: (operation: operation.Operation) => T,
): Record<keyof Resources, Readonly<Record<string, T>>> {
  return {
    computers: {
      list: map({ operationId: "listComputers", method: "GET", path: "/api/v0/computers", query: ["hostId","includeProvisioningSteps"] }),
      get: map({ operationId: "getComputer", method: "GET", path: "/api/v0/computers/{computerId}" }),
      update: map({ operationId: "updateComputer", method: "PATCH", path: "/api/v0/computers/{computerId}", takesBody: true }),
      retryInstallDeps: map({ operationId: "retryInstallDeps", method: "POST", path: "/api/v0/computers/{computerId}/install-deps" }),
    },
  };
}
