import { describe, expect, test } from "vitest";
import { type ComputerPage, type ListQuery, wholeList } from "../../src/computers/computer-store.ts";
import { rememberLists } from "../../src/storage/sqlite/remembered-lists.ts";

const ada: ListQuery = { ...wholeList, ownerId: "usr_ada", withSteps: true };
const mebibyte = 2 ** 20;

function lists(pageOf: (query: ListQuery) => ComputerPage) {
  const reads: ListQuery[] = [];
  const clock = { now: 0 };
  const remembered = rememberLists(
    (query) => {
      reads.push(query);
      return pageOf(query);
    },
    () => clock.now,
  );
  return { ...remembered, reads, clock };
}

const shortPage = ({ ownerId }: ListQuery): ComputerPage => ({ text: ownerId, byteLength: ownerId.length });
const largePage = (): ComputerPage => ({ text: "", byteLength: 3 * mebibyte });

describe("remembered lists", () => {
  test("are read twice, separately with and without steps", () => {
    const { list, reads } = lists(({ withSteps }) => ({ text: String(withSteps), byteLength: 4 }));
    for (let time = 0; time < 4; time++) expect(list(ada).text).toBe("true");
    expect(reads).toHaveLength(2);
    for (let time = 0; time < 4; time++) expect(list({ ...ada, withSteps: false }).text).toBe("false");
    expect(reads).toHaveLength(3);
  });

  test("are read again once a computer of the owner has changed, and only then", () => {
    const { list, forget, forgetAll, reads } = lists(shortPage);
    const readOften = () => {
      for (let time = 0; time < 5; time++) list(ada);
    };
    readOften();
    forget("usr_bob");
    readOften();
    expect(reads).toHaveLength(2);
    forget("usr_ada");
    readOften();
    expect(reads).toHaveLength(4);
    forgetAll();
    readOften();
    expect(reads).toHaveLength(6);
  });

  test.each([
    ["of one host", shortPage, { ...ada, hostId: "h" }],
    ["of a later page", shortPage, { ...ada, after: { createdAt: 1, id: "a" } }],
    ["of more than a page", () => ({ text: "", byteLength: 0, next: { createdAt: 1, id: "a" } }), ada],
  ] as const)("are not those %s", (_what, page, query) => {
    const { list, reads } = lists(page);
    for (let time = 0; time < 4; time++) list(query);
    expect(reads).toHaveLength(4);
  });

  test("take no more than 8 MiB, and those in use are not pushed out", () => {
    const { list, reads } = lists(largePage);
    const round = () => {
      for (const ownerId of ["a", "b", "c"]) list({ ...ada, ownerId });
    };
    round();
    round();
    expect(reads).toHaveLength(6);
    round();
    expect(reads.slice(6).map(({ ownerId }) => ownerId)).toEqual(["c"]);
  });

  test("make room for others when they are not read for a second", () => {
    const { list, reads, clock } = lists(largePage);
    const twice = (ownerId: string) => {
      list({ ...ada, ownerId });
      list({ ...ada, ownerId });
    };
    twice("a");
    twice("b");
    clock.now += 2_000;
    list({ ...ada, ownerId: "b" });
    twice("c");
    expect(reads).toHaveLength(6);
    for (const ownerId of ["b", "c"]) list({ ...ada, ownerId });
    expect(reads).toHaveLength(6);
    list({ ...ada, ownerId: "a" });
    expect(reads).toHaveLength(7);
  });
});
