import { chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { openStorage } from "../../../src/storage/open-storage.ts";
import type { OpenStorageOptions, Storage } from "../../../src/storage/storage.ts";
import { TcpProxy } from "../../faults/tcp-proxy.ts";
import { addComputers, changeComputer, sampleComputer } from "../../storage/sample-computers.ts";
import { query } from "../query.ts";
import { TemporaryPostgres } from "../temporary-postgres.ts";
import { type TestDatabase, takeTestDatabase } from "../test-database.ts";
import { transactionElsewhere } from "../transaction-elsewhere.ts";

let database: TestDatabase;

beforeEach(async () => {
  database = await takeTestDatabase();
});

afterEach(async () => {
  await configure(database, "reset all");
  await database.release();
});

async function withStorage(
  options: Partial<OpenStorageOptions>,
  use: (storage: Storage) => Promise<void>,
): Promise<void> {
  const storage = await openStorage({ databaseUrl: database.url, ...options });
  try {
    await use(storage);
  } finally {
    await storage.close();
  }
}

/** Changes settings of a database, even one that is read-only. */
const configure = ({ url }: Pick<TestDatabase, "url">, change: string) =>
  query(url, `begin read write; alter database ${new URL(url).pathname.slice(1)} ${change}; commit`);

describe("a database", () => {
  test.each([
    ["another program's schema", "create schema compute_host; create table compute_host.computers (id int)"],
    ["no version", "delete from compute_host.schema_version"],
    ["an invalid version", "update compute_host.schema_version set version = 0"],
    ["no version table", "drop table compute_host.schema_version"],
  ])("with %s is refused and left unchanged", async (name, statements) => {
    if (!name.startsWith("another")) await withStorage({}, async () => {});
    await query(database.url, statements);
    const tables = "select tablename from pg_tables where schemaname = 'compute_host' order by tablename";
    const before = await query(database.url, tables);
    await expect(openStorage({ databaseUrl: database.url })).rejects.toThrow(
      /has a schema compute_host without a version: restore a backup, or rename the schema/,
    );
    expect(await query(database.url, tables)).toEqual(before);
  });

  test.each(["LATIN1", "SQL_ASCII"])(
    "with the encoding %s is refused with the command that creates a usable one",
    async (encoding) => {
      const name = `compute_host_${encoding.toLowerCase()}`;
      await query(
        database.url,
        `create database ${name} encoding '${encoding}' locale 'C' template template0`,
      );
      const url = new URL(database.url);
      url.pathname = `/${name}`;
      await expect(openStorage({ databaseUrl: url.href })).rejects.toThrow(
        `has the encoding ${encoding}, which cannot store every name: create one with createdb --encoding=UTF8`,
      );
      await query(database.url, `drop database ${name}`);
    },
  );

  test("fails reads and writes while its schema is missing during a restore", async () => {
    await withStorage({}, async ({ computers }) => {
      await query(database.url, "alter schema compute_host rename to away");
      const unprocessed = { isUnprocessed: true };
      await expect(computers.add([sampleComputer({ id: "a" })])).rejects.toMatchObject(unprocessed);
      const read = async () => computers.get({ id: "a", ownerId: "usr_ada" });
      await expect(read()).rejects.toMatchObject(unprocessed);
      await query(database.url, "alter schema away rename to compute_host");
      expect(await read()).toBeUndefined();
    });
  });

  test("that ends idle sessions does not count as failing", async () => {
    await configure(database, "set idle_session_timeout = 100");
    const states: (string | undefined)[] = [];
    const listen = (failure: string | undefined) => void states.push(failure);
    await withStorage({ onReadsChange: listen, onWritesChange: listen }, async (storage) => {
      const sessions =
        "select from pg_stat_activity where datname = current_database() and application_name <> ''";
      await expect.poll(() => query(database.url, sessions)).toEqual([]);
      expect(await storage.computers.counts()).toEqual({ computers: 0, jobs: 0 });
      expect([states, storage.figures().failures]).toEqual([[], 0]);
    });
  });

  test("that became read-only takes reads, and the setting is in the reason", async () => {
    await withStorage({}, async () => {});
    await configure(database, "set default_transaction_read_only = on");
    const states: (string | undefined)[] = [];
    const reason = expect.stringContaining("default_transaction_read_only");
    await withStorage({ onWritesChange: (failure) => states.push(failure) }, async (storage) => {
      await storage.check();
      expect(storage.failing()).toEqual({ reads: undefined, writes: reason });
      expect(await storage.computers.counts()).toEqual({ computers: 0, jobs: 0 });
      await expect(addComputers(storage.computers, "a")).rejects.toThrow("default_transaction_read_only");
      expect(storage.cluster?.figures().connections).toMatchObject({ open: 1 });
    });
    expect(states).toEqual([reason]);
  });

  test("is ready while callers use and wait for all other connections", async () => {
    await withStorage({ maxConnections: 1 }, async (storage) => {
      await addComputers(storage.computers, "a");
      const rollBack = await transactionElsewhere(
        database.url,
        "select from compute_host.computers for update",
      );
      const write = changeComputer(storage.computers, "a", { name: "renamed" });
      const waitsLong = `select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query_start < clock_timestamp() - interval '500 ms'`;
      try {
        await expect.poll(() => query(database.url, waitsLong)).toHaveLength(1);
        await storage.check();
        expect(storage.failing()).toEqual({ reads: undefined, writes: undefined });
      } finally {
        await rollBack();
      }
      expect(await write).toContain("renamed");
    });
  });

  test("has all tables of the service in one schema", async () => {
    await withStorage({}, async () => {});
    const rows = await query(
      database.url,
      "select distinct schemaname from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
    );
    expect(rows).toEqual([{ schemaname: "compute_host" }]);
  });
});

const unparsable =
  "cannot be parsed: it must name one host, or several separated by commas, each with a port";

describe("a database URL", () => {
  test.each([
    ["@one/x?ssl_mode=verify-full", "an unknown parameter, ssl_mode"],
    ["@one/x?sslmode=prefer", "a wrong sslmode; it must be disable, require, verify-ca or verify-full"],
    ["@one/x?sslmode=verify-ca", "needs sslrootcert"],
    ["@one/x?sslmode=disable&sslmode=verify-full", "has the parameter sslmode more than once"],
    ["@one/x?target_session_attrs=any", "a wrong target_session_attrs; it must be read-write or primary"],
    [
      "@one/x?sslmode=verify-full&sslrootcert=/nowhere.crt",
      "a file in sslrootcert that cannot be read: there is no such file",
    ],
    ["@one,/x", unparsable],
    ["@one:1,two:65536/x", unparsable],
    ["@one:65536/x", unparsable],
    ["#1@one/x", unparsable],
    ["%zz@one/x", unparsable],
    ["@rest/of@one/x", unparsable],
    ["@rest?of@one/x", unparsable],
  ])("that ends with %s is refused, without its password", async (end, problem) => {
    const opening = openStorage({ databaseUrl: `postgres://ada:hushhush${end}` });
    await expect(opening).rejects.toThrow(problem);
    await expect(opening).rejects.not.toThrow("hushhush");
  });

  test("with several hosts connects to the one that takes writes, and later to another", async () => {
    const standby = await takeTestDatabase();
    onTestFinished(() => standby.release());
    const setReadOnly = (isReadOnly: boolean) =>
      configure(standby, `set default_transaction_read_only = ${isReadOnly}`);
    await setReadOnly(true);
    // Two ports of one server stand for two servers with a database of the same name.
    const proxies = await Promise.all([1, 2].map(() => TcpProxy.start(Number(new URL(standby.url).port))));
    onTestFinished(
      async () => void (await Promise.all(proxies.map((proxy) => proxy[Symbol.asyncDispose]()))),
    );
    const url = new URL(standby.url);
    const hosts = `127.0.0.1:1,127.0.0.1:${proxies[0]?.port},127.0.0.1:${proxies[1]?.port}`;
    const databaseUrl = `${url.href.replace(url.host, hosts)}?target_session_attrs=read-write`;
    await expect(openStorage({ databaseUrl })).rejects.toThrow(
      new RegExp(
        "^Cannot open the database postgres://127\\.0\\.0\\.1:1,\\S+: .*nothing is listening there.*; " +
          "it is read-only; .*takes no writes\\); it is read-only",
      ),
    );
    await setReadOnly(false);
    await withStorage({ databaseUrl }, async ({ computers }) => {
      for (const proxy of proxies) {
        expect(await computers.counts()).toEqual({ computers: 0, jobs: 0 });
        proxy.cut();
      }
      await expect(computers.counts()).rejects.toMatchObject({ name: "StorageError" });
    });
  });

  test("may omit the host, as with psql, if it names the folder of a Unix socket", async () => {
    const url = new URL(database.url);
    for (const host of ["", `:${url.port}`]) {
      const databaseUrl = `postgres://${url.username}:${url.password}@${host}${url.pathname}?host=/nowhere`;
      const opening = openStorage({ databaseUrl });
      await expect(opening).rejects.toThrow(`Cannot open the database postgres:///nowhere${url.pathname}: `);
      await expect(opening).rejects.toThrow(`/nowhere/.s.PGSQL.${host === "" ? 5432 : url.port}`);
      await expect(opening).rejects.toThrow(
        "nothing is listening there; start the database, or correct the host",
      );
    }
  });

  test.each<[string, (url: URL) => unknown, string]>([
    ["with a wrong password", (url) => (url.password = "hushhush"), "it refuses the password; correct the"],
    ["of a missing database", (url) => (url.pathname = "/nowhere"), "create it with createdb"],
    [
      "of a server without TLS",
      (url) => (url.search = "?sslmode=require"),
      "it does not support TLS; turn it on there",
    ],
  ])("%s is refused with what to do", async (_what, change, problem) => {
    const url = new URL(database.url);
    change(url);
    const opening = openStorage({ databaseUrl: url.href });
    await expect(opening).rejects.toThrow(problem);
    await expect(opening).rejects.not.toThrow("hushhush");
  });
});

describe("a server with a Unix socket and TLS", () => {
  let server: TemporaryPostgres;
  const folder = mkdtempSync(join(tmpdir(), "compute-host-socket-"));
  const certificate = fileURLToPath(new URL("tls/server.crt", import.meta.url));

  beforeAll(async () => {
    chmodSync(folder, 0o777);
    server = await TemporaryPostgres.start([`unix_socket_directories=${folder}`]);
    const { uid, gid } = statSync(server.server.folder);
    for (const name of ["server.crt", "server.key"]) {
      const file = join(server.server.folder, name);
      copyFileSync(fileURLToPath(new URL(`tls/${name}`, import.meta.url)), file);
      chownSync(file, uid, gid);
      // In a checkout, others may read the file, and PostgreSQL refuses such a key.
      chmodSync(file, 0o600);
    }
    await query(server.url, "alter system set ssl = on");
    await query(server.url, "select pg_reload_conf()");
    await vi.waitFor(
      async () => expect(await query(server.url, "show ssl")).toEqual([{ ssl: "on" }]),
      60_000,
    );
  });

  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  test("is reached through the socket if the URL names its folder", async () => {
    const url = new URL(server.url);
    url.hostname = "no-such-host.invalid";
    url.searchParams.set("host", folder);
    await withStorage({ databaseUrl: url.href }, async ({ computers }) => {
      expect(await computers.counts()).toEqual({ computers: 0, jobs: 0 });
    });
  });

  async function isEncrypted(search: string, host = "127.0.0.1"): Promise<unknown> {
    const url = new URL(server.url + search);
    url.hostname = host;
    const storage = await openStorage({ databaseUrl: url.href });
    const rows = await query(
      server.url,
      "select ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'compute-host'",
    );
    await storage.close();
    return (rows[0] as { ssl: boolean }).ssl;
  }

  test("is reached over TLS as sslmode requires", async () => {
    expect(await isEncrypted("")).toBe(false);
    expect(await isEncrypted("?sslmode=disable")).toBe(false);
    expect(await isEncrypted("?sslmode=require")).toBe(true);
    expect(await isEncrypted(`?sslmode=verify-full&sslrootcert=${certificate}`)).toBe(true);
    expect(await isEncrypted(`?sslmode=verify-ca&sslrootcert=${certificate}`, "localhost")).toBe(true);
  });

  test("is reached by waiting callers even after the file in the URL is gone", async () => {
    const file = join(folder, "issuer.crt");
    copyFileSync(certificate, file);
    const databaseUrl = `${server.url}?sslmode=verify-full&sslrootcert=${file}`;
    await withStorage({ databaseUrl, maxConnections: 1 }, async ({ computers }) => {
      rmSync(file);
      await query(server.url, "select pg_terminate_backend(pid) from pg_stat_ssl where ssl");
      const counts = await Promise.all([1, 2, 3].map(() => computers.counts()));
      expect(counts).toEqual(Array(3).fill({ computers: 0, jobs: 0 }));
    });
  });

  test("is refused if its certificate is from another issuer or for another host", async () => {
    const remedy =
      "its certificate is not accepted; name its issuer in sslrootcert, and its host, in the database URL";
    for (const [parameter, host, reason] of [
      ["", undefined, "self-signed certificate"],
      [`&sslrootcert=${certificate}`, "localhost", "does not match certificate"],
    ] as const) {
      const opening = isEncrypted(`?sslmode=verify-full${parameter}`, host);
      await expect(opening).rejects.toThrow(reason);
      await expect(opening).rejects.toThrow(remedy);
    }
  });
});
