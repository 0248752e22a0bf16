/** A manual change to a file: replaces one place, found by its text. */
export interface HandEdit {
  readonly file: string;
  readonly find: string;
  readonly put: string;
}

const clientComputers = "packages/client/src/computers.ts";
const handlers = "packages/server/src/http/operation-handlers.ts";
const store = "packages/server/src/computers/computer-store.ts";
const sqliteStore = "packages/server/src/storage/sqlite/computer-store.ts";
const sqliteList = "packages/server/src/storage/sqlite/computer-list.ts";
const rulesList = "packages/rules/src/list-computers.ts";
const fakeHandlers = "packages/client/src/testing/fake-handlers.ts";

/** The manual changes for an operation that deletes a computer and returns 204. */
export const deleteComputerEdits: readonly HandEdit[] = [
  {
    file: handlers,
    find: "    async retryInstallDeps(",
    put: `    async deleteComputer({ ownerId, params: { computerId } }) {
      if (!(await store.remove(computerId, ownerId))) throw new ProblemError("computer-not-found");
      return undefined;
    },

    async retryInstallDeps(`,
  },
  { file: store, find: "remove(id: string)", put: "remove(id: string, ownerId?: string)" },
  { file: sqliteStore, find: "    remove(id) {", put: "    remove(id, ownerId) {" },
  {
    file: sqliteStore,
    find: "        const text = textOf(id, undefined);",
    put: "        const text = textOf(id, ownerId);",
  },
  {
    file: fakeHandlers,
    find: "  retryInstallDeps(state, request) {",
    put: `  deleteComputer(state, request) {
    state.computers.delete(computerOf(state, request).id);
    return { status: 204 };
  },

  retryInstallDeps(state, request) {`,
  },
];

/** The manual changes for a list filter by status. */
export const statusFilterEdits: readonly HandEdit[] = [
  {
    file: handlers,
    find: "const { hostId, includeProvisioningSteps } = query;",
    put: "const { hostId, includeProvisioningSteps, status } = query;",
  },
  {
    file: handlers,
    find: "...(hostId !== undefined && { hostId }) };",
    put: "...(hostId !== undefined && { hostId }), ...(status && { status }) };",
  },
  {
    file: store,
    find: "  readonly hostId?: string;\n",
    put: "  readonly hostId?: string;\n  readonly status?: string;\n",
  },
  {
    file: sqliteList,
    find: '"owner_id = ? and rowid < ?"',
    put: `"owner_id = ? and rowid < ? and (?3 is null or json ->> '$.status' = ?3)"`,
  },
  {
    file: sqliteList,
    find: "const { ownerId, hostId } = query;",
    put: "const { ownerId, hostId, status = null } = query;",
  },
  {
    file: sqliteList,
    find: "= [ownerId, firstHiddenRow()];",
    put: "= [ownerId, firstHiddenRow(), status];",
  },
  {
    file: rulesList,
    find: "  readonly withSteps: boolean;",
    put: "  readonly status?: string | undefined;\n  readonly withSteps: boolean;",
  },
  {
    file: rulesList,
    find: "{ hostId, withSteps }: ListFilter",
    put: "{ hostId, status, withSteps }: ListFilter",
  },
  {
    file: rulesList,
    find: "    .sort(compareComputers)",
    put: "    .filter((computer) => status === undefined || computer.status === status)\n    .sort(compareComputers)",
  },
  {
    file: fakeHandlers,
    find: "const { hostId, includeProvisioningSteps } = params as {",
    put: "const { hostId, includeProvisioningSteps, status } = params as {\n      status?: string;",
  },
  { file: fakeHandlers, find: "{ hostId, withSteps })", put: "{ hostId, status, withSteps })" },
];

/** Removes the names of our resources from the client, for a description without them. */
export const withoutHandlers: readonly HandEdit[] = [
  {
    file: "packages/client/src/index.ts",
    find: 'export type { Computers, StepProgress, WaitOptions } from "./computers.ts";\n',
    put: "",
  },
];

/** The client files that only our own resources need, and their replacements. */
export const filesOfHandlers: Readonly<Record<string, string>> = {
  [clientComputers]: `import type { Resources } from "./resources.gen.ts";

export type ClientResources = Resources;

export function withWaiter(resources: Resources): ClientResources {
  return resources;
}
`,
};
