import { expect, test } from "vitest";
import { BoundedMap } from "./bounded-map.ts";

test("a full map drops its oldest entry for a new key, and none for one that it has", () => {
  const map = new BoundedMap<number>(2);
  const values = () => ["a", "b", "c"].map((key) => map.get(key));
  map.set("a", 1);
  map.set("a", 2);
  map.set("b", 3);
  map.set("b", 4);
  expect(values()).toEqual([2, 4, undefined]);
  map.set("c", 5);
  expect(values()).toEqual([undefined, 4, 5]);
  map.delete("b");
  map.set("a", 6);
  expect(values()).toEqual([6, undefined, 5]);
});
