import { afterAll, describe, expect, test } from "vitest";
import { get, type RunningService, Workplace } from "../commands/run-command.ts";
import { sampleComputer } from "../storage/sample-computers.ts";
import { ComputerRequests } from "./computer-requests.ts";
import { prepareDatabase } from "./prepared-database.ts";
import { SmallFileSystem } from "./small-file-system.ts";

/** More writes than any of the disks here takes. */
const manyWrites = 3000;

/** Writes until a write is refused; gives the last name that was acknowledged, and the refusal. */
async function writeUntilRefused(api: ComputerRequests): Promise<{ name: string; refusal: Response }> {
  let name = "a";
  for (let write = 0; write < manyWrites; write++) {
    const response = await api.rename("a", `name-${write}`);
    if (response.status !== 200) return { name, refusal: response };
    await response.arrayBuffer();
    name = `name-${write}`;
  }
  throw new Error(`${manyWrites} writes were all accepted`);
}

/**
 * Writes some more, and gives the name that the computer then has. Within a second the log goes into the file, which leaves
 * room for a few writes.
 */
async function renameWhereItIsTaken(api: ComputerRequests, before: string): Promise<string> {
  let name = before;
  for (let write = 0; write < 10; write++) {
    const { status } = await api.rename("a", `more-${write}`);
    expect([200, 503]).toContain(status);
    if (status === 200) name = `more-${write}`;
  }
  return name;
}

async function expectRefusal(refusal: Response, service: RunningService, reason: RegExp): Promise<void> {
  expect(refusal.status).toBe(503);
  expect(refusal.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(refusal.headers.get("content-type")).toContain("application/problem+json");
  expect(await refusal.json()).toMatchObject({ status: 503, detail: expect.stringMatching(/repeat/i) });
  await expect.poll(() => service.written()).toMatch(reason);
}

const isReady = async ({ url }: RunningService) => (await get(`${url}/readyz`)).status === 200;

const errorLines = (service: RunningService) =>
  service
    .written()
    .split("\n")
    .filter((line) => line.includes('"level":"error"'));

async function nameOf(api: ComputerRequests): Promise<string> {
  const response = await api.get("a");
  expect(response.status).toBe(200);
  return ((await response.json()) as { name: string }).name;
}

/** bash counts in blocks of 1024 bytes; a soft limit can be raised again. */
const limitFileSize = ["bash", "-c", 'ulimit -S -f 256 && exec "$0" "$@"'];

async function limitFiles(): Promise<void> {
  await using place = new Workplace();
  const apiKey = await prepareDatabase(place.databasePath, [sampleComputer({ id: "a" })]);
  place.launcher = limitFileSize;
  const service = await place.serve([], { COMPUTE_HOST_LOG_LEVEL: "error" });
  const api = new ComputerRequests(service.url, apiKey);
  const { name, refusal } = await writeUntilRefused(api);
  await expectRefusal(refusal, service, /the disk/);
  expect(await nameOf(api)).toBe(name);
  await service.stop("SIGKILL");
  const again = new ComputerRequests((await place.serveHere()).url, apiKey);
  expect(await nameOf(again)).toBe(name);
  expect((await again.rename("a", "after")).status).toBe(200);
}

async function fillAndMakeRoom(fileSystem: SmallFileSystem): Promise<void> {
  await using place = new Workplace({ databaseFolder: fileSystem.folder });
  const apiKey = await prepareDatabase(place.databasePath, [sampleComputer({ id: "a" })]);
  const service = await place.serve([], { COMPUTE_HOST_LOG_LEVEL: "error" });
  const api = new ComputerRequests(service.url, apiKey);
  fileSystem.fill(200_000);
  const first = await writeUntilRefused(api);
  await expectRefusal(first.refusal, service, /the disk is full; free some space/);
  const name = await renameWhereItIsTaken(api, first.name);
  expect(errorLines(service)).toHaveLength(1);
  expect(await nameOf(api)).toBe(name);
  fileSystem.empty();
  await expect.poll(() => isReady(service)).toBe(true);
  expect((await api.rename("a", "there is room")).status).toBe(200);
  fileSystem.fill(50_000);
  const second = await writeUntilRefused(api);
  expect(await service.stop("SIGTERM")).toMatchObject({ exitCode: 0 });
  fileSystem.empty();
  const again = await place.serveHere();
  expect(await nameOf(new ComputerRequests(again.url, apiKey))).toBe(second.name);
  await again.close();
}

const fileSystem = SmallFileSystem.mount();
afterAll(() => fileSystem?.[Symbol.dispose]());

describe("a full disk", () => {
  test("refuses writes and loses nothing acknowledged, by a limit on the size of files", limitFiles);

  test.skipIf(fileSystem === undefined)(
    "refuses writes, recovers by itself once there is room, and lets the service stop while it is full (needs a mount)",
    () => fillAndMakeRoom(fileSystem as SmallFileSystem),
  );
});
