import { expect } from "vitest";
import { onBothEngines } from "./fault.ts";
import type { Lab } from "./lab.ts";

/** How many computers race, and how many callers in each race. */
const [computers, installs, hosts, writes] = [10, 20, 10, 40];

/** Sends calls to all nodes concurrently, and counts how they ended. */
async function count(
  lab: Lab,
  calls: number,
  [method, path, bodyOf]: readonly [string, (index: number) => string, ((index: number) => object)?],
): Promise<Readonly<Record<string, number>>> {
  const { urls } = lab;
  const outcomes = await Promise.all(
    Array.from({ length: calls }, (_, index) =>
      lab.load.call("race", urls[index % urls.length] as string, method, path(index), bodyOf?.(index)),
    ),
  );
  const counts: Record<string, number> = {};
  for (const { outcome } of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

const hostOf = (index: number) => `3f0c9a52-6b1e-4f0f-9d1c-${String(index).padStart(12, "0")}`;

/** Callers who all want the same thing, in addition to the load. */
export const races = onBothEngines({
  name: "callers who all want the same thing",
  spares: computers + 1,
  async run(lab: Lab) {
    const each = (index: number) => `/spare_${index}`;
    const last = () => `/spare_${computers}`;
    const same = (body: object) => () => body;
    lab.step.hold();
    expect(await count(lab, installs, ["POST", () => "/spare_0/install-deps"])).toEqual({
      202: 1,
      409: installs - 1,
    });
    lab.step.release();
    const one = { 200: 1, 409: computers - 1 };
    expect(await count(lab, computers, ["PATCH", each, same({ name: "the one" })])).toEqual(one);
    expect(await count(lab, computers, ["PATCH", each, same({ hostId: hostOf(0) })])).toEqual(one);
    const own = (index: number) => ({ hostId: hostOf(index + 1) });
    expect(await count(lab, hosts, ["PATCH", last, own])).toEqual({ 200: 1, 409: hosts - 1 });
    // In a different order from each node, which could deadlock.
    const some = (index: number) => each((index * 7) % computers);
    const user = (index: number) => ({ remoteUser: `user-${index}` });
    expect(await count(lab, writes, ["PATCH", some, user])).toEqual({ 200: writes });
    await lab.load.stop();
    const runs = () => lab.step.runs().filter(({ computerId }) => computerId === "spare_0");
    await expect.poll(() => runs().map(({ hasEnded }) => hasEnded)).toEqual([true]);
    lab.expectNoStepAgain();
  },
});
