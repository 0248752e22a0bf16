import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { get, type ServiceHere, Workplace } from "../commands/run-command.ts";
import { type TestDatabase, takeTestDatabase } from "./test-database.ts";

let database: TestDatabase;
let place: Workplace;

beforeEach(async () => {
  database = await takeTestDatabase();
  place = new Workplace();
});

afterEach(async () => {
  await place[Symbol.asyncDispose]();
  await database.release();
});

const environment = () => ({ COMPUTE_HOST_DATABASE_URL: database.url });

const password = () => new URL(database.url).password;

const listUrl = ({ url }: ServiceHere) => `${url}/api/v0/computers`;

describe("the commands on PostgreSQL", () => {
  test("leave backups to the tools of PostgreSQL", async () => {
    for (const args of [
      ["backup", join(place.folder, "x.db")],
      ["restore", join(place.folder, "x.db")],
    ]) {
      const { exitCode, stderr } = await place.run(args, { environment: environment() });
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining("pg_dump")]);
    }
  });

  test("warn of a connection without encryption beyond loopback", async () => {
    // Another name of 127.0.0.1 for the system.
    const elsewhere = database.url.replace("@127.0.0.1", "@2130706433");
    for (const [url, isWarned] of [
      [database.url, false],
      [elsewhere, true],
    ] as const) {
      const node = await place.serveHere({ environment: { COMPUTE_HOST_DATABASE_URL: url } });
      expect((await node.close()).includes("not encrypted")).toBe(isWarned);
    }
  });

  test("treat an unusable database URL as a wrong setting", async () => {
    for (const url of [`${database.url}?sslmode=prefer`, "postgres://ada:hushhush@one,two:x/compute_host"]) {
      for (const args of [["serve"], ["keys", "list"]]) {
        const { exitCode, stderr } = await place.run(args, {
          environment: { COMPUTE_HOST_DATABASE_URL: url },
        });
        expect([exitCode, stderr]).toEqual([
          2,
          expect.stringMatching(/^compute-host: The database URL .*\n$/),
        ]);
      }
    }
  });

  test("say in one line that the database cannot be reached, without its password", async () => {
    const url = database.url.replace(/:\d+\//, ":1/");
    const started = await place.run(["serve"], { environment: { COMPUTE_HOST_DATABASE_URL: url } });
    const listed = await place.run(["keys", "list"], { environment: { COMPUTE_HOST_DATABASE_URL: url } });
    for (const { exitCode, stdout, stderr } of [started, listed]) {
      expect([exitCode, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(
        /^compute-host: Cannot open the database postgres:\/\/127\.0\.0\.1:1\/.*: nothing is listening there.*\n$/,
      );
      expect(stderr).not.toContain(password());
    }
  });
});

test("one of several nodes that start together fills the sandbox on PostgreSQL, and names it without its password", async () => {
  const nodes = await Promise.all(
    [1, 2, 3].map(() => place.serveHere({ isSandbox: true, environment: environment() })),
  );
  const keys = nodes.flatMap(({ apiKey }) => apiKey ?? []);
  expect(keys).toHaveLength(1);
  for (const node of nodes) {
    expect((await get(listUrl(node), keys[0])).status).toBe(200);
    expect(await node.close()).not.toContain(password());
  }
});
