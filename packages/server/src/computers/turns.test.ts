import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

test("at most this many run at a time, in order of arrival, separately for each key", async () => {
  const turns = createTurns(2);
  const begun: string[] = [];
  const take = async (key: string, name: string) => {
    const end = await turns.take(key);
    begun.push(name);
    return end;
  };
  const first = await take("a", "first");
  const second = await take("a", "second");
  const third = take("a", "third");
  const fourth = take("a", "fourth");
  await take("b", "other");
  expect(begun).toEqual(["first", "second", "other"]);
  first();
  (await third)();
  second();
  await fourth;
  expect(begun).toEqual(["first", "second", "other", "third", "fourth"]);
});
