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
  test.each([
    ["leave backups to the tools of PostgreSQL", "", ["backup", "x.db"], [1, /pg_dump/]],
    ["leave restoring to them as well", "", ["restore", "x.db"], [1, /pg_dump/]],
    [
      "treat an unusable URL as a wrong setting",
      "?sslmode=prefer",
      ["serve"],
      [2, /: The database URL .*\n$/],
    ],
    ["do so in all of them", "?sslmode=prefer", ["keys", "list"], [2, /: The database URL .*\n$/]],
  ] as const)("%s", async (_what, search, args, [code, message]) => {
    const { exitCode, stderr } = await place.run(args, {
      environment: { COMPUTE_HOST_DATABASE_URL: database.url + search },
    });
    expect([exitCode, stderr]).toEqual([code, expect.stringMatching(message)]);
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
