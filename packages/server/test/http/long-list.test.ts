import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createApp } from "../../src/app.ts";
import { ApiKeys } from "../../src/auth/api-keys.ts";
import { createAuthenticator } from "../../src/auth/bearer-authenticator.ts";
import { wholeList } from "../../src/computers/computer-store.ts";
import { createPageReader } from "../../src/http/list-pages.ts";
import { createSimulatedProvisioner } from "../../src/provisioning/simulated-provisioner.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { systemClock } from "../../src/time/clock.ts";
import { addComputers, sampleComputer } from "../storage/sample-computers.ts";

describe("a list that is sent page by page", () => {
  let storage: Storage;

  beforeEach(async () => {
    storage = await openStorage({ databaseUrl: "sqlite::memory:" });
    const hostname = "h".repeat(3_000);
    const computers = Array.from({ length: 2_000 }, (_, index) =>
      sampleComputer({ id: `c-${index}`, hostname }),
    );
    await addComputers(storage.computers, ...computers);
  });
  afterEach(() => storage.close());

  test("is read up to its first page for HEAD", async () => {
    const apiKeys = new ApiKeys(storage.apiKeys);
    let reads = 0;
    const list: Storage["computers"]["list"] = (query) => {
      reads += 1;
      return storage.computers.list(query);
    };
    const app = await createApp({
      storage: { ...storage, computers: { ...storage.computers, list } },
      authenticator: createAuthenticator({ apiKeys }),
      provisioner: createSimulatedProvisioner({ clock: systemClock }),
    });
    const { key } = await apiKeys.create({ name: "test", ownerId: "usr_ada", ownerKind: "user" });
    const url = "/api/v0/computers";
    const headers = { authorization: `Bearer ${key}` };

    const whole = await app.http.inject({ method: "GET", url, headers });
    expect(whole.json<{ computers: unknown[] }>().computers).toHaveLength(2_000);
    const readsOfWhole = reads;
    expect(readsOfWhole).toBeGreaterThan(1);
    const head = await app.http.inject({ method: "HEAD", url, headers });
    expect(head).toMatchObject({ statusCode: 200, body: "" });
    expect(head.headers["content-type"]).toBe(whole.headers["content-type"]);
    expect(head.headers["content-length"]).toBeUndefined();
    // What were still read for HEAD would be read by the end of another whole list.
    await app.http.inject({ method: "GET", url, headers });
    expect(reads).toBe(2 * readsOfWhole + 1);
    await app.close();
  });

  test("lets other requests run between its pages", async () => {
    const readPages = createPageReader(storage.computers);
    const pages = readPages({ ...wholeList, ownerId: "usr_ada", withSteps: false });

    let turns = 0;
    let next = setImmediate(function countTurn() {
      turns += 1;
      next = setImmediate(countTurn);
    });
    const turnsAtPage: number[] = [];
    // This reader takes each page immediately, like a fast client: the pauses must come from the list.
    for await (const _page of pages) turnsAtPage.push(turns);
    clearImmediate(next);

    expect(turnsAtPage.length).toBeGreaterThan(4);
    expect(new Set(turnsAtPage).size).toBe(turnsAtPage.length);
  });
});
