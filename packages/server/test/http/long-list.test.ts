import { expect, test } from "vitest";
import { wholeList } from "../../src/computers/computer-store.ts";
import { createPageReader } from "../../src/http/list-pages.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import { addComputers, sampleComputer } from "../storage/sample-computers.ts";

test("a list that is sent page by page lets other requests run between its pages", async () => {
  const storage = await openStorage({ databaseUrl: "sqlite::memory:" });
  const hostname = "h".repeat(3_000);
  const computers = Array.from({ length: 2_000 }, (_, index) =>
    sampleComputer({ id: `c-${index}`, hostname }),
  );
  await addComputers(storage.computers, ...computers);
  const readPages = createPageReader(storage.computers);
  const pages = readPages({ ...wholeList, ownerId: "usr_ada", withSteps: false });

  let turns = 0;
  let next = setImmediate(function countTurn() {
    turns += 1;
    next = setImmediate(countTurn);
  });
  const turnsAtPage: number[] = [];
  // This reader takes each page immediately, like a fast client: the pauses must come from the list.
  for await (const _page of pages) turnsAtPage.push(turns);
  clearImmediate(next);

  expect(turnsAtPage.length).toBeGreaterThan(4);
  expect(new Set(turnsAtPage).size).toBe(turnsAtPage.length);
  await storage.close();
});
