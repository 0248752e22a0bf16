/** A manual change to a file: replaces one place, found by its text. */
export interface HandEdit {
  readonly file: string;
  readonly find: string;
  readonly put: string;
}

const fakeHandlers = "packages/client/src/testing/fake-handlers.ts";
const rulesList = "packages/core/src/list-computers.ts";
const server = "packages/server/src";
const port = `${server}/computers/computer-store.ts`;
const handlers = `${server}/http/operation-handlers.ts`;
const computerList = `${server}/storage/computer-list.ts`;
const rememberedLists = `${server}/storage/sqlite/remembered-lists.ts`;

/** The manual changes for an operation that deletes a computer and returns 204. */
export const deleteComputerEdits: readonly HandEdit[] = [
  {
    file: handlers,
    find: "    async retryInstallDeps(",
    put: `    async deleteComputer({ ownerId, params: { computerId } }) {
      if (!(await store.remove({ id: computerId, ownerId }))) throw new ProblemError("computer-not-found");
      return undefined;
    },

    async retryInstallDeps(`,
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

/** The manual changes for a field of the update, `labels`, that is stored unchanged. */
export const storedLabelsEdits: readonly HandEdit[] = ["remoteUser, ...rest", "hostId, remoteUser }"].map(
  (find) => ({
    file: "packages/core/src/update-computer.ts",
    find,
    put: find.replace("remoteUser", "remoteUser, labels"),
  }),
);

/** The SQL of the condition in each engine. */
const statusConditions = {
  sqlite: `"(head || '}') ->> '$.status' = ?"`,
  postgres: `"(head || '}')::json ->> 'status' = ?"`,
};

/** The first manual changes for a list filter by status: its effect in the service, and the fake. */
export const statusFilterEdits: readonly HandEdit[] = [
  {
    file: handlers,
    find: "const { hostId, includeProvisioningSteps, ...rest } = query;",
    put: "const { hostId, includeProvisioningSteps, status, ...rest } = query;",
  },
  {
    file: handlers,
    find: "{ ...wholeList, ownerId, hostId, withSteps }",
    put: "{ ...wholeList, ownerId, hostId, status, withSteps }",
  },
  {
    file: port,
    find: "wholeList = { hostId: undefined,",
    put: "wholeList = { hostId: undefined, status: undefined,",
  },
  {
    file: port,
    find: "  readonly hostId: string | undefined;\n",
    put: "  readonly hostId: string | undefined;\n  readonly status: string | undefined;\n",
  },
  ...["    hostId: undefined,", '{ hostId: "Ab",', "{ hostId: undefined,"].map((find) => ({
    file: "packages/core/src/list-computers.test.ts",
    find,
    put: `${find} status: undefined,`,
  })),
  {
    file: rulesList,
    find: "  readonly withSteps: boolean;",
    put: "  readonly status: string | undefined;\n  readonly withSteps: boolean;",
  },
  {
    file: rulesList,
    find: "{ hostId, withSteps, ...rest }: ListFilter",
    put: "{ hostId, status, withSteps, ...rest }: ListFilter",
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

/** The rest of them, in the files that the compiler names after the others: those of both engines. */
export const statusFilterEditsByCompiler: readonly HandEdit[] = [
  { file: computerList, find: "  hostId,\n  withSteps", put: "  hostId,\n  status,\n  withSteps" },
  {
    file: computerList,
    find: "    after: after ===",
    put: "    status: status === undefined ? [] : [status],\n    after: after ===",
  },
  ...Object.entries(statusConditions).map(([engine, condition]) => ({
    file: `${server}/storage/${engine}/computer-store.ts`,
    find: "createComputerList(statements, columnConditions)",
    put: `createComputerList(statements, {\n    ...columnConditions,\n    status: ${condition},\n  })`,
  })),
  {
    file: rememberedLists,
    find: "const { ownerId, withSteps, hostId, after, ...rest } = query;",
    put: "const { ownerId, withSteps, hostId, status, after, ...rest } = query;",
  },
  {
    file: rememberedLists,
    find: "if (hostId !== undefined || after",
    put: "if (hostId !== undefined || status !== undefined || after",
  },
];
