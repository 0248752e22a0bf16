import { randomBytes } from "node:crypto";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { loadBackups, openStorage } from "../../src/storage/open-storage.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { takeTestDatabase } from "../postgres/test-database.ts";

/** A database that can be copied, put back and replaced, as operators and machines do it. */
export interface CopiedDatabase {
  readonly url: string;
  /** Copies what is on its disk at this moment, as a replica or a crash leaves it; nodes may have it open. */
  fork(): Promise<CopiedDatabase>;
  /** Copies it with the tool for that. */
  backUp(storage: Storage): Promise<CopiedDatabase>;
  /** The database after the restore of a backup. */
  restore(backup: CopiedDatabase): Promise<CopiedDatabase>;
  /** The database after a replica took its place: under the same URL, and under its nodes, if the engine is a server. */
  failOver(replica: CopiedDatabase): Promise<CopiedDatabase>;
  /** Ends the leases of nodes that are gone, as their time would. */
  endLeases(): Promise<void>;
}

/** Databases of one engine, which are removed together. */
export interface CopiedDatabases extends AsyncDisposable {
  readonly isServer: boolean;
  /** Makes one without records. */
  create(): Promise<CopiedDatabase>;
}

/** SQLite files in a folder. */
export async function copySqlite(): Promise<CopiedDatabases> {
  const folder = mkdtempSync(join(tmpdir(), "compute-host-copied-"));
  let count = 0;
  const newPath = () => join(folder, `${++count}.db`);

  function databaseAt(path: string): CopiedDatabase {
    return {
      url: `sqlite:${path}`,
      async fork() {
        const copy = newPath();
        for (const suffix of ["", "-wal"]) {
          if (existsSync(path + suffix)) copyFileSync(path + suffix, copy + suffix);
        }
        return databaseAt(copy);
      },
      async backUp(storage) {
        const copy = newPath();
        await storage.backup(copy);
        return databaseAt(copy);
      },
      async restore(backup) {
        const { restoreBackup } = await loadBackups();
        restoreBackup(backup.url.slice("sqlite:".length), path, true);
        return databaseAt(path);
      },
      failOver: async (replica) => replica,
      endLeases: async () => {},
    };
  }

  return {
    isServer: false,
    create: async () => databaseAt(newPath()),
    [Symbol.asyncDispose]: async () => rmSync(folder, { recursive: true }),
  };
}

/** Databases of the PostgreSQL server of the run. */
export async function copyPostgres(): Promise<CopiedDatabases> {
  const first = await takeTestDatabase();
  await (await openStorage({ databaseUrl: first.url })).close();
  const admin = new pg.Client(Object.assign(new URL(first.url), { pathname: "/postgres" }).href);
  await admin.connect();
  const prefix = `copied_${randomBytes(6).toString("hex")}`;
  const names: string[] = [];

  /** While its template is copied, and while it is replaced, a database has no connection. */
  async function withoutNodes(name: string, work: () => Promise<unknown>): Promise<void> {
    await admin.query(`alter database ${name} with allow_connections false`);
    await admin.query(
      "select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()",
      [name],
    );
    await work();
    await admin.query(`alter database ${name} with allow_connections true`);
  }

  async function copyOf(template: string): Promise<CopiedDatabase> {
    const name = `${prefix}_${names.length + 1}`;
    names.push(name);
    await withoutNodes(template, () => admin.query(`create database ${name} template ${template}`));
    return databaseAt(name);
  }

  function databaseAt(name: string): CopiedDatabase {
    const url = Object.assign(new URL(first.url), { pathname: `/${name}` }).href;
    const database: CopiedDatabase = {
      url,
      fork: () => copyOf(name),
      backUp: () => copyOf(name),
      restore: (backup) => backup.fork(),
      async failOver(replica) {
        const { pathname } = new URL(replica.url);
        await withoutNodes(name, async () => {
          await admin.query(`drop database ${name}`);
          await admin.query(`alter database ${pathname.slice(1)} rename to ${name}`);
        });
        return database;
      },
      async endLeases() {
        const client = new pg.Client(url);
        await client.connect();
        await client.query("update compute_host.jobs set lease_until = now() - interval '1 millisecond'");
        await client.end();
      },
    };
    return database;
  }

  return {
    isServer: true,
    create: () => copyOf(new URL(first.url).pathname.slice(1)),
    async [Symbol.asyncDispose]() {
      for (const name of new Set(names)) await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
      await first.release();
    },
  };
}
