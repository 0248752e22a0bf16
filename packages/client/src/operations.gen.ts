import type { OperationId } from "@compute-host/types";

/** Method and path of each operation. */
export const operations: Readonly<Record<OperationId, { method: string; path: string; responseSchema: "Computer"|"ComputerList"; bodySchema?: "ComputerUpdate" }>> = {
  listComputers: { method: "GET", path: "/api/v0/computers", responseSchema: "ComputerList" },
  getComputer: { method: "GET", path: "/api/v0/computers/{computerId}", responseSchema: "Computer" },
  updateComputer: { method: "PATCH", path: "/api/v0/computers/{computerId}", responseSchema: "Computer", bodySchema: "ComputerUpdate" },
  retryInstallDeps: { method: "POST", path: "/api/v0/computers/{computerId}/install-deps", responseSchema: "Computer" },
};
