import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { countShed, createAdmission } from "./admission.ts";

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test("requests begin in their order, some in each turn of the event loop", async () => {
  const { run } = createAdmission({ perTurn: 2, unfinished: 10 }, () => {});
  const begun: number[] = [];
  const all = [1, 2, 3, 4, 5].map((each) => run(async () => begun.push(each)));
  expect(begun).toEqual([1, 2]);
  await turn();
  expect(begun).toEqual([1, 2, 3, 4]);
  const last = run(async () => begun.push(6));
  await turn();
  expect(begun).toEqual([1, 2, 3, 4, 5, 6]);
  await Promise.all([...all, last]);
});

test("what does not fit is refused at once with Retry-After, and fits again once another has finished", async () => {
  const shed = vi.fn();
  const { run } = createAdmission({ perTurn: 1, unfinished: 2 }, shed);
  const first = Promise.withResolvers<string>();
  const [one, two] = [run(() => first.promise), run(async () => "two")];
  await expect(run(async () => "three")).rejects.toMatchObject({
    code: "unavailable",
    options: { headers: { "retry-after": "1" } },
  });
  expect(shed).toHaveBeenCalledOnce();
  first.resolve("one");
  expect([await one, await two, await run(async () => "four")]).toEqual(["one", "two", "four"]);
});

test("a request that fails leaves its place", async () => {
  const { run } = createAdmission({ perTurn: 1, unfinished: 1 }, () => {});
  await expect(run(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await run(async () => "next")).toBe("next");
});

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

test("the overload is told once, and its end once no request was refused for a second", () => {
  const onChange = vi.fn();
  const shed = countShed(onChange);
  for (let call = 0; call < 3; call++) {
    shed.add();
    vi.advanceTimersByTime(900);
  }
  expect([shed.total(), onChange.mock.calls]).toEqual([3, [[expect.stringContaining("503")]]]);
  vi.advanceTimersByTime(100);
  expect(onChange.mock.lastCall).toEqual([undefined]);
});
