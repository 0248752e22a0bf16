/** A manual change to a file: replaces one place, found by its text. */
export interface HandEdit {
  readonly file: string;
  readonly find: string;
  readonly put: string;
}

const server = "packages/server/src";
const handlers = "packages/core/src/operations/operation-handlers.ts";

const inFile = (file: string, ...places: readonly (readonly [find: string, put: string])[]): HandEdit[] =>
  places.map(([find, put]) => ({ file, find, put }));

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
  ...inFile("packages/core/src/computers/computer-store.ts", [
    "  /** A page of an owner's computers,",
    `  remove(key: { readonly id: string; readonly ownerId: string }): MaybePromise<boolean>;
  /** A page of an owner's computers,`,
  ]),
  ...inFile("packages/client/src/testing/fake-store.ts", [
    "    get({ id }) {",
    "    remove: ({ id }) => computers.delete(id),\n    get({ id }) {",
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
    ["{ ownerId, hostId, withSteps,", "{ ownerId, hostId, status, withSteps,"],
  ),
  ...inFile(
    "packages/core/src/computers/list-computers.ts",
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
];

/** The rest of it, in the file of the storage that the compiler names after the others, in SQL that both engines know. */
export const statusFilterOfStorage: readonly HandEdit[] = inFile(
  `${server}/storage/stores/computer-list.ts`,
  ['  after: "(created_at', '  status: `head like \'%"status":"\' || ? || \'"%\'`,\n  after: "(created_at'],
  ["  hostId,\n  withSteps", "  hostId,\n  status,\n  withSteps"],
  ["    after: after ===", "    status: status === undefined ? [] : [status],\n    after: after ==="],
);
