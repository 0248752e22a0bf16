import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openDatabase } from "../../src/storage/sqlite/open-database.ts";
import { Workplace } from "../commands/run-command.ts";
import { sampleComputer } from "../storage/sample-computers.ts";
import { ComputerRequests } from "./computer-requests.ts";
import { prepareDatabase } from "./prepared-database.ts";
import { callsBeforeResponses, SyncFault, straceAbility, straceLauncher } from "./strace.ts";

const { canTrace, canAttach } = straceAbility();

async function prepare(place: Workplace): Promise<(url: string) => ComputerRequests> {
  const apiKey = await prepareDatabase(place.databasePath, [sampleComputer({ id: "a" })]);
  return (url) => new ComputerRequests(url, apiKey);
}

describe("reading a trace", () => {
  test("finds a response that no sync or log line precedes", () => {
    const trace = [
      "7 fdatasync(18) = 0",
      '7 write(2, "{\\"level\\":\\"info\\",\\"time\\""..., 300) = 300',
      '7 writev(20, [{iov_base="HTTP/1.1 200 OK\\r\\nconten"..., iov_len=900}], 1) = 900',
      '7 write(20, "HTTP/1.1 200 OK\\r\\nconten"..., 900) = 900',
      '7 write(2, "{\\"level\\":\\"info\\",\\"time\\""..., 300) = 300',
      "7 fdatasync(18) = -1 EIO (Input/output error) (INJECTED)",
      "7 fdatasync(18 <unfinished ...>",
      "7 <... fdatasync resumed>)       = 0",
      '7 write(20, "HTTP/1.1 200 OK\\r\\nconten"..., 900) = 900',
    ].join("\n");
    expect(callsBeforeResponses(trace)).toEqual([
      { syncs: 1, logWrites: 1 },
      { syncs: 0, logWrites: 0 },
      { syncs: 1, logWrites: 0 },
    ]);
  });
});

describe("no response to a write precedes its sync or its line in the log", () => {
  test("by the setting of the database, which is FULL", async () => {
    await using place = new Workplace();
    const database = openDatabase({ path: place.databasePath });
    expect(database.prepare("pragma synchronous").get()).toEqual({ synchronous: 2 });
    database.close();
  });

  test.skipIf(!canTrace)("in a trace of system calls, over 20 writes (needs strace)", async () => {
    await using place = new Workplace();
    const requests = await prepare(place);
    const tracePath = join(place.folder, "trace");
    place.launcher = straceLauncher(tracePath);
    const service = await place.serve();
    const api = requests(service.url);
    for (let write = 0; write < 20; write++) {
      const response = await api.rename("a", `name-${write}`);
      await response.arrayBuffer();
      expect(response.status).toBe(200);
    }
    await service.stop("SIGTERM");
    const calls = callsBeforeResponses(readFileSync(tracePath, "utf8"));
    expect(calls).toHaveLength(20);
    for (const { syncs, logWrites } of calls) {
      expect(syncs).toBeGreaterThanOrEqual(1);
      expect(logWrites).toBe(1);
    }
  });

  test.skipIf(!canAttach)("when a sync is slow: the response is as late (needs ptrace)", async () => {
    await using place = new Workplace();
    const requests = await prepare(place);
    const service = await place.serve([], { COMPUTE_HOST_LOG_LEVEL: "error" });
    const api = requests(service.url);
    await using _fault = await SyncFault.inject(service.process.pid as number, "delay_enter=400ms");
    const startedAt = performance.now();
    expect((await api.rename("a", "late")).status).toBe(200);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(400);
  });

  test.skipIf(!canAttach)(
    "when a sync fails: a 500, and the service recovers once syncs work (needs ptrace)",
    async () => {
      await using place = new Workplace();
      const requests = await prepare(place);
      const service = await place.serve([], { COMPUTE_HOST_LOG_LEVEL: "error" });
      const api = requests(service.url);
      {
        await using _fault = await SyncFault.inject(service.process.pid as number, "error=EIO");
        const responses = await Promise.all([api.rename("a", "failed"), api.rename("a", "failed-too")]);
        expect(responses.map(({ status }) => status)).toEqual([500, 500]);
      }
      expect((await api.rename("a", "synced")).status).toBe(200);
      await service.stop("SIGKILL");
      const again = requests((await place.serveHere()).url);
      expect(await (await again.get("a")).json()).toMatchObject({ name: "synced" });
    },
  );
});
