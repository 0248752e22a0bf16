import { closeSync, cpSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { Computer } from "@compute-host/types";
import { expect, test } from "vitest";

import { get } from "../commands/run-command.ts";
import { describeEngines } from "../describe-engines.ts";
import { SmallFileSystem } from "../durability/small-file-system.ts";
import { Lab, type LabOptions } from "../faults/lab.ts";
import { transactionElsewhere } from "../postgres/transaction-elsewhere.ts";
import { caddy } from "../shipped-proxies.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const manual = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");

/** A row of the manual's table: what reads and writes return through the proxy, what steps do, and `/readyz`. */
interface Row {
  readonly reads: number;
  readonly writes: number;
  readonly stepsWait: boolean;
  /** Whether some requests may get 500. */
  readonly hasUnknown: boolean;
  readonly readyz: number;
}

/** The rows of the manual's table, by what happens. */
const rows = new Map(
  [...manual.matchAll(/^\| (.+?) +\| (\d{3}).*?\| (\d{3}).*?\| (wait|go on).*?\| (\d{3}).*?\|$/gm)].map(
    ([line, what = "", reads, writes, steps, readyz]): [string, Row] => [
      what.trim(),
      {
        reads: Number(reads),
        writes: Number(writes),
        stepsWait: steps === "wait",
        hasUnknown: line.includes("500"),
        readyz: Number(readyz),
      },
    ],
  ),
);

interface BadDay extends Partial<LabOptions> {
  /** The row of the manual. */
  readonly row: string;
  readonly engine: LabOptions["engine"];
  /** Whether it ends with the node. */
  readonly endsNode?: boolean;
  /** Begins it, and returns what ends it. */
  readonly begin: (lab: Lab) => Promise<() => unknown> | (() => unknown);
}

const sql = async (lab: Lab, statement: string) => {
  await lab.sql(statement);
  await lab.sql("select pg_reload_conf()");
};

/** On PostgreSQL, steps otherwise run again. */
const longLease = { COMPUTE_HOST_PROVISIONER_LEASE_SECONDS: "600", COMPUTE_HOST_SHUTDOWN_STEPS: "kill" };

const badDays: readonly BadDay[] = [
  {
    row: "SQLite: the disk is full",
    engine: "SQLite",
    diskMiB: 200,
    begin(lab) {
      lab.disk.fill(0);
      return () => lab.disk.empty();
    },
  },
  {
    row: "SQLite: another process has the file locked for more than 5 s",
    engine: "SQLite",
    begin(lab) {
      const other = new DatabaseSync(lab.place.databasePath);
      other.exec("begin immediate");
      return () => other.close();
    },
  },
  {
    row: "SQLite: a page of the file is damaged",
    engine: "SQLite",
    spares: 500,
    async begin(lab) {
      const path = lab.place.databasePath;
      // The checkpoint after a second without writes brings the pages from the log into the file.
      await expect.poll(() => readFileSync(path).includes('"id":"spare_250"')).toBe(true);
      const at = readFileSync(path).lastIndexOf('"id":"spare_250"');
      const file = openSync(path, "r+");
      writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, at - (at % 4096));
      closeSync(file);
      return () => {};
    },
  },
  {
    row: "SQLite: the file was removed, renamed or replaced",
    engine: "SQLite",
    begin(lab) {
      const path = lab.place.databasePath;
      renameSync(path, `${path}.old`);
      cpSync(`${path}.old`, path);
      return () => renameSync(`${path}.old`, path);
    },
  },
  ...(["SQLite", "PostgreSQL"] as const).map((engine) => ({
    row: "An import is running",
    engine,
    async begin(lab: Lab) {
      const records = Array.from({ length: 20_000 }, (_, index) =>
        JSON.stringify({
          ownerId: "usr_bob",
          name: `imported-${index}`,
          providerType: "managed",
          status: "active",
        }),
      );
      const file = lab.place.write("import.ndjson", records.join("\n"));
      const environment = { COMPUTE_HOST_DATABASE_URL: lab.url() };
      const running = lab.place.start(["computers", "import", file], environment);
      return async () => expect((await running.ended).exitCode).toBe(0);
    },
  })),
  {
    row: "PostgreSQL: the database is away",
    engine: "PostgreSQL",
    async begin(lab) {
      await lab.postgres.end();
      return () => lab.postgres.startAgain();
    },
  },
  {
    row: "PostgreSQL: the primary is read-only",
    engine: "PostgreSQL",
    async begin(lab) {
      await sql(lab, "alter system set default_transaction_read_only = on");
      return () => sql(lab, "alter system reset default_transaction_read_only");
    },
  },
  {
    row: "PostgreSQL: a session has the table of computers locked",
    engine: "PostgreSQL",
    begin: (lab) => transactionElsewhere(lab.url(), "lock compute_host.computers in access exclusive mode"),
  },
  {
    row: "PostgreSQL: a synchronous standby is away",
    engine: "PostgreSQL",
    standby: "sync",
    async begin(lab) {
      await lab.standby.server.end();
      return () => lab.standby.server.startAgain();
    },
  },
  ...(["SQLite", "PostgreSQL"] as const).map((engine) => ({
    row: "The node drains",
    endsNode: true,
    engine,
    environment: { ...longLease, COMPUTE_HOST_SHUTDOWN_DELAY_SECONDS: "600" },
    begin(lab: Lab) {
      lab.node(0).process.kill("SIGTERM");
      return () => lab.node(0).stop("SIGTERM");
    },
  })),
];

test("the manual's table has a row for each of these, and no other", () => {
  expect([...rows.keys()].toSorted()).toEqual([...new Set(badDays.map(({ row }) => row))].toSorted());
});

const needed = (diskMiB: number | undefined) =>
  diskMiB !== undefined && !SmallFileSystem.isAllowed ? { missing: "mounting is not allowed" } : caddy;

for (const badDay of badDays) {
  const { row, engine, diskMiB, begin } = badDay;
  describeEngines([{ ...needed(diskMiB), name: `${engine}, behind Caddy: ${row}` }], () => {
    test("reads, writes, steps and /readyz are as the manual says, and all work afterwards", async () => {
      const expected = rows.get(row) as Row;
      const folder = temporaryFolder();
      await using lab = await Lab.start({
        nodes: 1,
        computers: 2,
        stepMs: 100,
        environment: longLease,
        ...badDay,
      });
      const url = lab.node(0).url;
      await using proxy = await caddy.start("Caddyfile", folder, [url]);
      const call = (kind: string, method: string, path: string, body?: object) =>
        lab.load.call(kind, proxy.url, method, path, body);
      const statusOfLast = async () =>
        ((await call("read", "GET", "/cmp_1")).json as Computer | undefined)?.status;
      let changes = 0;
      lab.step.hold();
      expect(await lab.load.install("cmp_1")).toBe(202);
      await expect.poll(() => lab.runsOfLast().length).toBe(1);
      const end = await begin(lab);
      const readyz = async () => (await get(`${url}/readyz`)).status;
      await expect
        .poll(async () => (await call("write", "PATCH", "/cmp_0", { name: `a-${++changes}` })).outcome)
        .toBe(expected.writes);
      await expect.poll(readyz).toBe(expected.readyz);
      await expect.poll(async () => (await call("read", "GET", "/cmp_0")).outcome).toBe(expected.reads);
      lab.step.release();
      if (!expected.stepsWait) await expect.poll(statusOfLast).toBe("active");
      else if (expected.reads === 200) {
        await expect.poll(() => lab.runsOfLast()[0]?.hasEnded).toBe(true);
        expect(await statusOfLast()).toBe("provisioning");
      }
      expect(await readyz()).toBe(expected.readyz);
      if (!expected.hasUnknown) expect(lab.load.count(/500$/)).toBe(0);
      await end();
      if (badDay.endsNode) return;
      await expect.poll(readyz).toBe(200);
      await expect.poll(statusOfLast).toBe("active");
      expect((await call("write", "PATCH", "/cmp_0", { name: "b" })).outcome).toBe(200);
      expect(lab.load.violations).toEqual([]);
    });
  });
}
