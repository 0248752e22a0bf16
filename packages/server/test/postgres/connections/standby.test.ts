import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openStorage } from "../../../src/storage/open-storage.ts";
import type { Storage } from "../../../src/storage/storage.ts";
import { TcpProxy } from "../../faults/tcp-proxy.ts";
import { addComputers, changeComputer } from "../../storage/sample-computers.ts";
import { TemporaryPostgres } from "../temporary-postgres.ts";

let primary: TemporaryPostgres;
let standby: TemporaryPostgres;
let proxy: TcpProxy;
let storage: Storage;

const read = () => storage.computers.get({ id: "a", ownerId: "usr_ada" });
const rename = (name: string) => changeComputer(storage.computers, "a", { name });

async function readFailure(): Promise<string | undefined> {
  await storage.check();
  return storage.failing().reads;
}

beforeAll(async () => {
  primary = await TemporaryPostgres.start();
  storage = await openStorage({ databaseUrl: primary.url });
  await addComputers(storage.computers, "a");
  await storage.close();
  standby = await TemporaryPostgres.standbyOf(primary);
});

afterAll(async () => {
  await standby?.[Symbol.asyncDispose]();
  await primary?.[Symbol.asyncDispose]();
});

describe("the host name of a database", () => {
  beforeEach(async () => {
    proxy = await TcpProxy.start(primary.server.port);
    storage = await openStorage({ databaseUrl: primary.server.url(undefined, proxy.port) });
  });

  afterEach(async () => {
    await storage.close();
    await proxy[Symbol.asyncDispose]();
  });

  function moveTo({ server }: TemporaryPostgres): void {
    proxy.targetPort = server.port;
    proxy.closeConnections();
  }

  test("that leads to a standby for a while gives no outdated reads, and no failure afterwards", async () => {
    moveTo(standby);
    await expect(read()).rejects.toMatchObject({
      isUnprocessed: true,
      message: /it is a standby; promote it/,
    });
    await expect(rename("b")).rejects.toMatchObject({ isUnprocessed: true });
    expect(await readFailure()).toContain("is a standby");
    proxy.targetPort = primary.server.port;
    expect(await read()).toContain('"id":"a"');
    expect(await rename("c")).toContain('"name":"c"');
    await expect.poll(readFailure).toBeUndefined();
  });

  test("whose server becomes a standby without ending its sessions leaves none of them there", async () => {
    moveTo(standby);
    const query = pg.Client.prototype.query;
    // As it was when the sessions were opened.
    const opened = vi.spyOn(pg.Client.prototype, "query").mockImplementation(async function (
      this: pg.Client,
      ...args: unknown[]
    ) {
      const result = await (query as (...args: unknown[]) => Promise<pg.QueryResult>).apply(this, args);
      for (const row of [result].flat().flatMap(({ rows }) => rows))
        if (row.is_standby !== undefined && row.has_lock !== undefined) row.is_standby = false;
      return result;
    } as never);
    expect(await read()).toContain('"id":"a"');
    opened.mockRestore();
    proxy.targetPort = primary.server.port;
    await expect(rename("b")).rejects.toThrow("read-only");
    expect(await rename("d")).toContain('"name":"d"');
  });
});

test.each(["", "?target_session_attrs=primary"])("a standby is refused with %j", async (attributes) => {
  const opening = openStorage({ databaseUrl: standby.url + attributes });
  await expect(opening).rejects.toThrow(/it is a standby; promote it, or name the primary server/);
});
