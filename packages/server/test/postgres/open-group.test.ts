import { expect, onTestFinished, test } from "vitest";
import { wholeList } from "../../src/computers/computer-store.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import { addComputers, changeComputer } from "../storage/sample-computers.ts";
import { query } from "./query.ts";
import { takeTestDatabase } from "./test-database.ts";
import { transactionElsewhere } from "./transaction-elsewhere.ts";

/** Keeps each commit of a changed computer waiting for a lock, and then runs a statement in it. */
const atCommit = (statement: string) => `
  create function compute_host.wait() returns trigger language plpgsql as $$ begin
    while not pg_try_advisory_xact_lock_shared(42) loop perform pg_sleep(0.01); end loop;
    ${statement};
    return null;
  end $$;
  create constraint trigger waits after update on compute_host.computers deferrable initially deferred
    for each row execute function compute_host.wait()`;

test.each([
  ["is seen once it has returned", "perform 1", ["fulfilled", "fulfilled"], ["a-new", "b-new"]],
  ["that fails is never seen", "raise disk_full", ["rejected", "rejected"], ["a", "b"]],
])("a group of writes is not seen before its commit, which %s", async (_what, statement, statuses, names) => {
  const database = await takeTestDatabase();
  onTestFinished(() => database.release());
  const { computers, close } = await openStorage({ databaseUrl: database.url });
  onTestFinished(close);
  const read = async (id: string) =>
    JSON.parse((await computers.get({ id, ownerId: "usr_ada" })) ?? "{}").name as string;
  const seen = async () => {
    const { text } = await computers.list({ ...wholeList, ownerId: "usr_ada", withSteps: false });
    expect(
      JSON.parse(`[${text}]`)
        .map(({ name }: { name: string }) => name)
        .toSorted(),
    ).toEqual([await read("a"), await read("b")]);
    return [await read("a"), await read("b")];
  };
  await addComputers(computers, "a", "b");
  await query(database.url, atCommit(statement));
  const release = await transactionElsewhere(database.url, "select pg_advisory_xact_lock(42)");
  const writes = Promise.allSettled(
    ["a", "b"].map((id) => changeComputer(computers, id, { name: `${id}-new` })),
  );
  const committing = "select from pg_stat_activity where query = 'commit' and state = 'active'";
  await expect.poll(() => query(database.url, committing)).toHaveLength(1);
  expect(await seen()).toEqual(["a", "b"]);
  await release();
  const outcomes = await writes;
  expect(outcomes.map(({ status }) => status)).toEqual(statuses);
  for (const outcome of outcomes)
    if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ isUnprocessed: true });
  expect(await seen()).toEqual(names);
  await query(database.url, "drop trigger waits on compute_host.computers");
  await changeComputer(computers, "a", { name: "later" });
  expect(await read("a")).toBe("later");
});
