import { expect, test } from "vitest";
import { createOperationHandlers } from "../../src/http/operation-handlers.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import { systemClock } from "../../src/time/clock.ts";
import { sampleComputer } from "../storage/sample-computers.ts";

test("other requests run between the pages of a long list", async () => {
  const storage = await openStorage({ databaseUrl: "sqlite::memory:" });
  const added = await storage.computers.beginImport();
  const hostname = "h".repeat(2_000);
  await added.add(
    Array.from({ length: 2_000 }, (_, index) => sampleComputer({ id: `c-${index}`, hostname })),
  );
  await added.commit();
  const { listComputers } = createOperationHandlers({
    store: storage.computers,
    clock: systemClock,
    wakeProvisioning() {},
  });
  const pages = await listComputers({
    ownerId: "usr_ada",
    trace: () => "",
    params: {},
    query: {},
    headers: {},
    body: undefined,
  });

  let turns = 0;
  let next = setImmediate(function countTurn() {
    turns += 1;
    next = setImmediate(countTurn);
  });
  const turnsAtPage: number[] = [];
  // This reader takes each page immediately, like a fast client: the pauses must come from the list.
  for await (const _page of pages as AsyncIterable<string>) turnsAtPage.push(turns);
  clearImmediate(next);
  await storage.close();

  // The end of the list comes with its last page.
  const ofPages = turnsAtPage.slice(0, -1);
  expect(ofPages.length).toBeGreaterThan(4);
  expect(new Set(ofPages).size).toBe(ofPages.length);
});
