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
  const wrong = (url: string) => `${url}?sslmode=prefer`;
  const away = (url: string) => url.replace(/:\d+\//, ":1/");
  const isAway =
    /^compute-host: Cannot open the database postgres:\/\/127\.0\.0\.1:1\/.*: nothing is listening there.*\n$/;

  test.each<[string, readonly string[], (url: string) => string, number, RegExp]>([
    ["leave backups to the tools of PostgreSQL", ["backup", "x.db"], (url) => url, 1, /pg_dump/],
    ["also leave restores to them", ["restore", "x.db"], (url) => url, 1, /pg_dump/],
    ["refuse an unusable URL as a wrong setting", ["serve"], wrong, 2, /: The database URL .*\n$/],
    ["also refuse it without a service", ["keys", "list"], wrong, 2, /: The database URL .*\n$/],
    ["say in one line that the database cannot be reached", ["serve"], away, 1, isAway],
    ["also say so without a service", ["keys", "list"], away, 1, isAway],
  ])("%s", async (_what, command, change, code, message) => {
    const { exitCode, stdout, stderr } = await place.run(command, {
      environment: { COMPUTE_HOST_DATABASE_URL: change(database.url) },
    });
    expect([exitCode, stdout, stderr]).toEqual([code, "", expect.stringMatching(message)]);
    expect(stderr).not.toContain(password());
  });

  test("warn of an unencrypted connection beyond loopback", async () => {
    // The system resolves this to 127.0.0.1, too.
    const elsewhere = database.url.replace("@127.0.0.1", "@2130706433");
    for (const [url, isWarned] of [
      [database.url, false],
      [elsewhere, true],
    ] as const) {
      const node = await place.serveHere({ environment: { COMPUTE_HOST_DATABASE_URL: url } });
      expect((await node.close()).includes("not encrypted")).toBe(isWarned);
    }
  });
});

test("one of several nodes that start together fills the sandbox on PostgreSQL, and logs no password", async () => {
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
