import { describe, expect, test } from "vitest";
import type { ComputerPage, ListQuery } from "../../src/computers/computer-store.ts";
import { rememberLists } from "../../src/storage/sqlite/remembered-lists.ts";

const ada: ListQuery = { ownerId: "usr_ada", withSteps: true };

function lists(pageOf: (query: ListQuery) => ComputerPage) {
  const reads: ListQuery[] = [];
  const remembered = rememberLists((query) => {
    reads.push(query);
    return pageOf(query);
  });
  return { ...remembered, reads };
}

const shortPage = ({ ownerId }: ListQuery): ComputerPage => ({ text: ownerId, byteLength: ownerId.length });

describe("remembered lists", () => {
  test("are read once, with steps and without apart", () => {
    const { list, reads } = lists(({ withSteps }) => ({ text: String(withSteps), byteLength: 4 }));
    for (let time = 0; time < 3; time++) {
      expect(list(ada).text).toBe("true");
      expect(list({ ...ada, withSteps: false }).text).toBe("false");
    }
    expect(reads).toHaveLength(2);
  });

  test("are read again once a computer of the owner has changed, and only then", () => {
    const { list, forget, forgetAll, reads } = lists(shortPage);
    list(ada);
    forget("usr_bob");
    list(ada);
    expect(reads).toHaveLength(1);
    forget("usr_ada");
    list(ada);
    forgetAll();
    list(ada);
    expect(reads).toHaveLength(3);
  });

  test.each([
    ["of one host", shortPage, { ...ada, hostId: "h" }, undefined],
    ["of a later page", shortPage, ada, { createdAt: 1, id: "a" }],
    [
      "of more than a page",
      () => ({ text: "", byteLength: 0, next: { createdAt: 1, id: "a" } }),
      ada,
      undefined,
    ],
  ] as const)("are not those %s", (_what, page, query, after) => {
    const { list, reads } = lists(page);
    list(query, after);
    list(query, after);
    expect(reads).toHaveLength(2);
  });

  test("take no more than 8 MiB: the least recently read go", () => {
    const { list, reads } = lists(() => ({ text: "", byteLength: 3 * 2 ** 20 }));
    for (const ownerId of ["a", "b", "a", "c"]) list({ ...ada, ownerId });
    expect(reads.map(({ ownerId }) => ownerId)).toEqual(["a", "b", "c"]);
    list({ ...ada, ownerId: "a" });
    expect(reads).toHaveLength(3);
    list({ ...ada, ownerId: "b" });
    expect(reads).toHaveLength(4);
  });
});
