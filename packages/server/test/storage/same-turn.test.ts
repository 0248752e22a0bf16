import { afterAll, beforeAll, expect, test } from "vitest";
import type { StoredComputer } from "../../src/computers/computer.ts";
import type { ComputerKey, ProvisioningJob } from "../../src/computers/computer-store.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { sampleComputer } from "./sample-computers.ts";

let storage: Storage;
let scenes = 0;

beforeAll(async () => {
  storage = await openStorage({ databaseUrl: "sqlite::memory:" });
});
afterAll(() => storage.close());

/** An owner with the computers `a`, whose job runs, and `b`, which has a host. */
interface Scene {
  readonly key: (name: string) => ComputerKey;
  readonly job: ProvisioningJob;
}

const hostId = "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10";

/** What callers do to a computer; the words of the test's names. */
const writes: Readonly<Record<string, (name: string, scene: Scene) => Promise<unknown>>> = {
  "takes a free name": (name, { key }) => set(key(name), { name: "free" }),
  "takes the name of the other": (name, { key }) => set(key(name), { name: name === "a" ? "b" : "a" }),
  "takes the host of b": (name, { key }) => set(key(name), { hostId }),
  "takes a free name and the host of b": (name, { key }) => set(key(name), { name: "free", hostId }),
  "gets a host name": (name, { key }) => set(key(name), { hostname: "h" }),
  "is removed": (name, { key }) => storage.computers.remove(key(name)),
  "starts a job": (name, { key }) =>
    storage.computers.change(key(name), (computer) => ({ computer, startsJob: true })),
  "ends its job": (name, { job }) =>
    storage.computers.advanceJob(
      { ...job, computerId: name === "a" ? job.computerId : "none" },
      (computer) => ({
        computer: { ...computer, status: "active" },
        ends: true,
      }),
    ),
  "goes on with its job": (_name, { job }) =>
    storage.computers.advanceJob(job, (computer) => ({
      computer: { ...computer, hostname: "new" },
      ends: false,
    })),
  fails: (name, { key }) =>
    storage.computers.change(key(name), () => {
      throw new Error("no");
    }),
};

const set = (key: ComputerKey, fields: object) =>
  storage.computers.change(key, (computer) => ({ computer: { ...computer, ...fields }, startsJob: false }));

type Write = readonly [name: string, what: string];
const all = Object.keys(writes).flatMap((what): Write[] => [
  ["a", what],
  ["b", what],
]);
const some = all.filter(([, what]) => /free name$|removed|starts/.test(what));

const pairs = all.flatMap((first) => all.map((second) => [first, second]));
const triples = some.flatMap((first) =>
  some.flatMap((second) => some.map((third) => [first, second, third])),
);

test.each([
  ["two", pairs],
  ["three", triples],
])(
  "%s writes of one turn have the results that they have one after the other, in some order",
  async (_count, cases) => {
    const wrong: unknown[] = [];
    for (const one of cases) {
      const together = await play(async (run) => Promise.all(one.map(run)));
      const allowed: string[] = [];
      for (const order of orders(one.map((_, at) => at))) {
        const inTurn = await play(async (run) => {
          const results: string[] = [];
          for (const at of order) results[at] = await run(one[at] as Write);
          return results;
        });
        allowed.push(inTurn);
      }
      if (!allowed.includes(together)) wrong.push({ one, together, allowed });
    }
    expect(wrong).toEqual([]);
  },
);

/** Plays writes in a scene of their own; returns their results and what is there afterwards. */
async function play(
  run: (one: (write: Write) => Promise<string>) => Promise<readonly string[]>,
): Promise<string> {
  scenes += 1;
  const prefix = `s${scenes}-`;
  const ownerId = `usr_${scenes}`;
  const key = (name: string) => ({ id: prefix + name, ownerId });
  const pending = [{ id: "install-deps", name: "Install", status: "pending" as const }];
  await storage.computers.add([
    sampleComputer({ id: `${prefix}a`, name: "a", ownerId, provisioningSteps: pending }),
    sampleComputer({ id: `${prefix}b`, name: "b", ownerId, hostId }),
  ]);
  const [job] = await storage.computers.claimJobs(10);
  if (job === undefined) throw new Error("There is no job.");
  const resultOf = async ([name, what]: Write) => {
    const done = writes[what]?.(name, { key, job });
    return done?.then(JSON.stringify, ({ code, message }) => `refused: ${code ?? message}`) ?? "";
  };
  const results = await run(resultOf);
  const found = await Promise.all(["a", "b"].map((name) => storage.computers.get(key(name))));
  const both = found.flatMap((text) => (text === undefined ? [] : [JSON.parse(text) as StoredComputer]));
  for (const field of ["name", "hostId"] as const) {
    const values = both.flatMap((computer) => computer[field] ?? []);
    expect(values).toEqual([...new Set(values)]);
  }
  const jobs = (await storage.computers.claimJobs(10)).map(({ computerId }) => computerId).toSorted();
  for (const name of ["a", "b"]) await storage.computers.remove(key(name));
  return JSON.stringify([results, found, jobs, await storage.computers.counts()]).replaceAll(
    new RegExp(`${prefix}|${ownerId}\\b`, "g"),
    "",
  );
}

function orders(places: readonly number[]): readonly (readonly number[])[] {
  if (places.length < 2) return [places];
  return places.flatMap((first) =>
    orders(places.filter((place) => place !== first)).map((rest) => [first, ...rest]),
  );
}
