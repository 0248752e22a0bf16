import { jsonItems, jsonText } from "@compute-host/core";
import { expect, test } from "vitest";
import type { StoredComputer } from "../computers/computer.ts";
import { anyOwner, type ComputerStore } from "../computers/computer-store.ts";
import { ComputerConflictError } from "../computers/store-errors.ts";
import { getComputer, listAll, listComputers, retryComputer, updateComputer } from "./computers.ts";

const hostId = "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10";

/** A computer whose steps are a, b and c. */
const computer = (...statuses: readonly string[]): StoredComputer => ({
  id: "cmp_1",
  name: "argo",
  providerType: "managed",
  createdAt: 1,
  ownerId: "usr_ada",
  status: "error",
  hostId,
  provisioningSteps: statuses.map((status, at) => ({
    id: "abc".charAt(at),
    name: "S",
    status,
    startedAt: 1,
    completedAt: 2,
    error: "E",
  })),
});

/** A store of one computer, and the changes to it. */
function storeOf(one: StoredComputer, conflict?: ComputerConflictError) {
  const changes: object[] = [];
  const isKnown = ({ id, ownerId }: { id: string; ownerId: unknown }) =>
    id === one.id && ownerId === anyOwner;
  const store: Pick<ComputerStore, "get" | "change"> = {
    get: async (key) => (isKnown(key) ? jsonText(one) : undefined),
    async change(key, change) {
      if (!isKnown(key)) return undefined;
      if (conflict) throw conflict;
      const changed = change(one);
      changes.push(changed);
      return jsonText(changed.computer);
    },
  };
  return { store: store as ComputerStore, changes };
}

test.each([
  [["completed", "failed", "pending"], undefined, 1],
  [["completed", "failed", "pending"], "b", 1],
  [["completed", "failed", "pending"], "a", 0],
  [["completed", "completed", "completed"], "b", 1],
  [["completed", "completed", "completed"], "c", 2],
  [["completed", "completed", "pending"], "c", 2],
])(
  "the steps %j, retried from %s, are pending from %d on, and provisioning starts",
  async (statuses, from, first) => {
    const before = computer(...statuses);
    const { store, changes } = storeOf(before);
    await retryComputer(store, "cmp_1", from);
    const provisioningSteps = before.provisioningSteps.map((step, at) =>
      at < first ? step : { id: step.id, name: "S", status: "pending" },
    );
    const after = { ...before, status: "provisioning", provisioningSteps };
    expect(changes).toStrictEqual([{ computer: after, startsJob: true }]);
  },
);

test.each([
  [["completed", "failed"], "z", "The computer has no such step; it has: a, b."],
  [["completed"], undefined, "Every step of the computer has completed; choose one with --from."],
  [["completed", "running"], "a", "A step of the computer is running."],
  [["running", "pending"], "b", "A step of the computer is running."],
  [["failed", "pending"], "b", "An earlier step has not completed; choose that one with --from."],
  [["pending", "pending"], "b", "An earlier step has not completed; choose that one with --from."],
])("the steps %j are not retried from %s: %s", async (statuses, from, message) => {
  const { store, changes } = storeOf(computer(...statuses));
  await expect(retryComputer(store, "cmp_1", from)).rejects.toThrow(new Error(message));
  expect(changes).toEqual([]);
});

test("fields are set without provisioning, and a field that breaks its schema is named", async () => {
  const { store, changes } = storeOf(computer());
  await updateComputer(store, "cmp_1", { name: "b", hostname: "192.0.2.7" });
  expect(changes).toEqual([
    { computer: { ...computer(), name: "b", hostname: "192.0.2.7" }, startsJob: false },
  ]);
  await expect(updateComputer(store, "cmp_1", { hostId: "x", name: "c" })).rejects.toThrow(
    "/hostId: must be a UUID",
  );
});

test.each([
  [new ComputerConflictError("name-taken"), "Another computer of this owner has this name."],
  [new ComputerConflictError("host-taken"), "Another computer of this owner is linked to this host."],
  [new ComputerConflictError("id-taken", "cmp_1"), "id-taken: computer cmp_1"],
])("a store that refuses with %s is reported: %s", async (conflict, message) => {
  const { store } = storeOf(computer(), conflict);
  await expect(updateComputer(store, "cmp_1", { name: "b" })).rejects.toThrow(new Error(message));
});

test("a computer that is linked to a host keeps it", async () => {
  const message = "The computer is already linked to another host, which cannot be changed.";
  const other = { hostId: hostId.replace("3f", "4f") };
  await expect(updateComputer(storeOf(computer()).store, "cmp_1", other)).rejects.toThrow(new Error(message));
});

test("a computer is found whoever owns it, and one that does not exist is named", async () => {
  const { store } = storeOf(computer());
  expect(await getComputer(store, "cmp_1")).toEqual(computer());
  const message = "There is no computer cmp_9.";
  await expect(getComputer(store, "cmp_9")).rejects.toThrow(new Error(message));
  await expect(updateComputer(store, "cmp_9", {})).rejects.toThrow(new Error(message));
  await expect(retryComputer(store, "cmp_9")).rejects.toThrow(new Error(message));
});

async function idsOf(batches: AsyncIterable<readonly StoredComputer[]>) {
  const ids: string[][] = [];
  for await (const batch of batches) ids.push(batch.map(({ id }) => id));
  return ids;
}

test.each([
  [0, []],
  [999, [999]],
  [1_000, [1_000]],
  [2_001, [1_000, 1_000, 1]],
])("%d computers are listed in batches of %j", async (count, sizes) => {
  const all = Array.from({ length: count }, (_, at) => ({ ...computer(), id: String(at).padStart(4, "0") }));
  const store = {
    listAll: async ({ afterId = "", limit }: { afterId?: string; limit: number }) =>
      all
        .filter(({ id }) => id > afterId)
        .slice(0, limit)
        .map(jsonText),
  } as Partial<ComputerStore> as ComputerStore;
  const batches: (readonly string[])[] = [];
  for await (const batch of listAll(store)) batches.push(batch);
  expect(batches.map(({ length }) => length)).toEqual(sizes);
  expect(batches.flat()).toEqual(all.map(jsonText));
  expect((await idsOf(listComputers(store, {}))).flat()).toEqual(all.map(({ id }) => id));
});

test("an owner's computers are listed to the end, and a status selects some of them", async () => {
  const ofStatus = (id: string, status: StoredComputer["status"]) => ({ ...computer(), id, status });
  const pages = [[ofStatus("1", "error"), ofStatus("2", "active")], [], [ofStatus("3", "active")]];
  const store = {
    async list({ ownerId, hostId, withSteps, after }) {
      expect({ ownerId, hostId, withSteps }).toEqual({
        ownerId: "usr_ada",
        hostId: undefined,
        withSteps: true,
      });
      const at = after === undefined ? 0 : after.createdAt;
      const text = jsonItems((pages[at] ?? []).map(jsonText));
      return { text, byteLength: text.length, ...(at < 2 && { next: { createdAt: at + 1, id: "" } }) };
    },
  } as Partial<ComputerStore> as ComputerStore;
  expect(await idsOf(listComputers(store, { ownerId: "usr_ada" }))).toEqual([["1", "2"], ["3"]]);
  expect(await idsOf(listComputers(store, { ownerId: "usr_ada", status: "error" }))).toEqual([["1"]]);
});
