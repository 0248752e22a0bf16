/** A manual change to a file: replaces one place, found by its text. */
export interface HandEdit {
  readonly file: string;
  readonly find: string;
  readonly put: string;
}

const server = "packages/server/src";
const handlers = `${server}/http/operation-handlers.ts`;
const fakeHandlers = "packages/client/src/testing/fake-handlers.ts";

const inFile = (file: string, ...places: readonly (readonly [find: string, put: string])[]): HandEdit[] =>
  places.map(([find, put]) => ({ file, find, put }));

/** For a field of the update, `labels`, that is stored unchanged. */
export const storedLabels: readonly HandEdit[] = inFile(
  "packages/core/src/update-computer.ts",
  ["remoteUser, ...rest", "remoteUser, labels, ...rest"],
  ["hostId, remoteUser }", "hostId, remoteUser, labels }"],
);

/** For an operation that deletes a computer and returns 204. */
export const deleteComputer: readonly HandEdit[] = [
  ...inFile(handlers, [
    "    async retryInstallDeps(",
    `    async deleteComputer({ ownerId, params: { computerId } }) {
      if (!(await store.remove({ id: computerId, ownerId }))) throw new ProblemError("computer-not-found");
      return undefined;
    },

    async retryInstallDeps(`,
  ]),
  ...inFile(fakeHandlers, [
    "  retryInstallDeps(state, request) {",
    `  deleteComputer(state, request) {
    state.computers.delete(computerOf(state, request).id);
    return { status: 204 };
  },

  retryInstallDeps(state, request) {`,
  ]),
];

/** For a filter of the list, `status`: what it means in the service and in the fake. */
export const statusFilter: readonly HandEdit[] = [
  ...inFile(
    handlers,
    [
      "{ hostId, includeProvisioningSteps, ...rest } = query",
      "{ hostId, status, includeProvisioningSteps, ...rest } = query",
    ],
    ["{ ...wholeList, ownerId, hostId, withSteps }", "{ ...wholeList, ownerId, hostId, status, withSteps }"],
  ),
  ...inFile(
    `${server}/computers/computer-store.ts`,
    ["wholeList = { hostId: undefined,", "wholeList = { hostId: undefined, status: undefined,"],
    [
      "readonly hostId: string | undefined;\n",
      "readonly hostId: string | undefined;\n  readonly status: string | undefined;\n",
    ],
  ),
  ...inFile(
    "packages/core/src/list-computers.ts",
    [
      "  readonly withSteps: boolean;",
      "  readonly status?: string | undefined;\n  readonly withSteps: boolean;",
    ],
    ["{ hostId, withSteps, ...rest }: ListFilter", "{ hostId, status, withSteps, ...rest }: ListFilter"],
    [
      "    .sort(compareComputers)",
      "    .filter((one) => status === undefined || one.status === status)\n    .sort(compareComputers)",
    ],
  ),
  ...inFile(
    fakeHandlers,
    [
      "const { hostId, includeProvisioningSteps } = params as {",
      "const { hostId, status, includeProvisioningSteps } = params as {\n      status?: string;",
    ],
    ["{ hostId, withSteps })", "{ hostId, status, withSteps })"],
  ),
];

/** The rest of it, in the files that the compiler names after the others: those of the storage. */
export const statusFilterOfStorage: readonly HandEdit[] = [
  ...inFile(
    `${server}/storage/computer-list.ts`,
    ["  hostId,\n  withSteps", "  hostId,\n  status,\n  withSteps"],
    ["    after: after ===", "    status: status === undefined ? [] : [status],\n    after: after ==="],
  ),
  ...Object.entries({
    sqlite: `"(head || '}') ->> '$.status' = ?"`,
    postgres: `"(head || '}')::json ->> 'status' = ?"`,
  }).flatMap(([engine, condition]) =>
    inFile(`${server}/storage/${engine}/computer-store.ts`, [
      "createComputerList(statements, columnConditions)",
      `createComputerList(statements, { ...columnConditions, status: ${condition} })`,
    ]),
  ),
  ...inFile(
    `${server}/storage/sqlite/remembered-lists.ts`,
    [
      "{ ownerId, withSteps, hostId, after, ...rest } = query",
      "{ ownerId, withSteps, hostId, status, after, ...rest } = query",
    ],
    ["if (hostId !== undefined || after", "if (hostId !== undefined || status !== undefined || after"],
  ),
];
