import { expect, test } from "vitest";
import { createMemoryJournal } from "../../run/journal.ts";
import type { CaseContext } from "../contract-case.ts";
import { restoringRefusal } from "./restorable.ts";

const computer = {
  id: "a",
  name: "argo",
  providerType: "managed",
  createdAt: 1,
  ownerId: "usr_ada",
  status: "active",
} as const;

/** A run on a service that answers each update with a status, and what the journal held at each of them. */
function runOn(status: number, isValid = false) {
  const journal = createMemoryJournal();
  const held: unknown[] = [];
  const api = { operation: () => ({}), validator: () => () => isValid };
  const sendAside = async () => {
    held.push(Object.fromEntries(journal.entries));
    return { status };
  };
  const context = { journal, api, sendAside, memory: new Map() } as unknown as CaseContext;
  return { context, journal, held };
}

test("a computer's own values are in the journal while they are sent, once a run", async () => {
  const { context, journal, held } = runOn(200);
  const shown = { ...computer, remoteUser: "root" };
  expect(await restoringRefusal(context, shown)).toBeUndefined();
  expect(await restoringRefusal(context, shown)).toBeUndefined();
  await restoringRefusal(context, { ...computer, id: "b" });
  expect(held).toEqual([{ a: { name: "argo", remoteUser: "root" } }, { b: { name: "argo" } }]);
  expect(journal.entries.size).toBe(0);
});

test("the journal's entry of an earlier run stays, and nothing is sent", async () => {
  const { context, journal, held } = runOn(400);
  journal.remember("a", { name: "before" });
  expect(await restoringRefusal(context, computer)).toBeUndefined();
  expect([held, journal.entries.get("a")]).toEqual([[], { name: "before" }]);
});

test.each([
  [400, false, "argo", "its own name and remote user get 400"],
  [400, true, "a\u0000", "its own name and remote user get 400"],
  [400, true, "argo", undefined],
  [200, false, "argo", undefined],
  [500, false, "argo", undefined],
])("a %d for its own values (valid: %s, name %j) tells: %s", async (status, isValid, name, refusal) => {
  const { context } = runOn(status, isValid);
  expect(await restoringRefusal(context, { ...computer, name })).toBe(refusal);
  expect(await restoringRefusal(context, { ...computer, name })).toBe(refusal);
});
