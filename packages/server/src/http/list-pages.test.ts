import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import type { ComputerPage, ComputerStore, ListQuery } from "../computers/computer-store.ts";
import { createPageReader } from "./list-pages.ts";

const query: ListQuery = { ownerId: "usr_ada", hostId: undefined, withSteps: false, after: undefined };
const next = (createdAt: number) => ({ createdAt, id: "a" });

/** A store whose lists have three pages, and where each page that it read began. */
function storeOf() {
  const read: (number | undefined)[] = [];
  const store: Pick<ComputerStore, "list"> = {
    async list({ after }) {
      const at = after?.createdAt ?? 0;
      read.push(after?.createdAt);
      return { text: `${at}`, byteLength: 1, ...(at < 2 && { next: next(at + 1) }) } as ComputerPage;
    },
  };
  return { read, readPages: createPageReader(store) };
}

async function textsOf(pages: AsyncIterable<ComputerPage>) {
  const texts: string[] = [];
  for await (const { text } of pages) texts.push(text);
  return texts;
}

/** A list that gets no turn fails with a message, long before the test ends. */
function inTime<Result>(what: string, reading: Promise<Result>): Promise<Result> {
  const late = wait(10_000, undefined, { ref: false }).then(() => {
    throw new Error(`${what} had no turn within 10 seconds.`);
  });
  return Promise.race([reading, late]);
}

test("each page follows the one before, to the last", async () => {
  const { read, readPages } = storeOf();
  expect(await textsOf(readPages(query))).toEqual(["0", "1", "2"]);
  expect(read).toEqual([undefined, 1, 2]);
});

test("an owner reads eight long lists at a time, and another owner others", async () => {
  const { read, readPages } = storeOf();
  const open = Array.from({ length: 8 }, () => readPages(query)[Symbol.asyncIterator]());
  for (const [index, list] of open.entries()) await inTime(`List ${index + 1} of eight`, list.next());
  const ninth = textsOf(readPages(query));
  const other = textsOf(readPages({ ...query, ownerId: "usr_eve" }));
  expect(await inTime("The list of another owner", other)).toHaveLength(3);
  expect(read).toHaveLength(8 + 3);
  // A client that leaves ends its turn.
  await open[0]?.return?.(undefined);
  expect(await inTime("The ninth list", ninth)).toHaveLength(3);
  for (const list of open) await list.return?.(undefined);
});
