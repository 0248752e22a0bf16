import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { fileVersionAfter, migrations } from "../../src/storage/migrations.ts";
import { openDatabase } from "../../src/storage/sqlite/open-database.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/open-storage.ts";
import { Workplace } from "../commands/run-command.ts";
import { addComputers, changeComputer, sampleComputer } from "../storage/sample-computers.ts";
import { callsIn, canTrace, killBefore, traceCalls } from "./killed-commands.ts";

const moduleOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const main = moduleOf("dist/main.js");

/** A release with one more migration, and a program that opens the database with it. */
const newer = [...migrations, { sql: "create table copied as select * from computers", readableFrom: 1 }];
const openDatabaseModule = JSON.stringify(moduleOf("src/storage/sqlite/open-database.ts"));
const upgrade = `import { openDatabase } from ${openDatabaseModule};
  openDatabase({ path: process.env.DATABASE, migrations: ${JSON.stringify(newer)} }).close();`;

const idsOf = (owner: string) => Array.from({ length: 30 }, (_, index) => `${owner}-${index + 100}`);
const own = idsOf("own");
const namesOf = (ids: readonly string[]) => ["checkpointed", "in the log", ...ids.slice(1, -1)].join();
const ownNames = namesOf(own);
const other = idsOf("other");

/** Makes a database as a kill leaves it: one name is only in its log, and another, on other pages, is not. */
async function makeUnclean(path: string, ids: readonly string[]): Promise<void> {
  const open = `${path}.open`;
  await makeClean(open, ids);
  let storage = openSqliteStorage({ path: open });
  await changeComputer(storage.computers, ids.at(-1) ?? "", { name: "checkpointed" });
  await storage.close();
  storage = openSqliteStorage({ path: open });
  await changeComputer(storage.computers, ids[0] ?? "", { name: "in the log" });
  for (const suffix of ["", "-wal"]) copyFileSync(open + suffix, path + suffix);
  await storage.close();
  rmSync(open);
}

async function makeClean(path: string, ids: readonly string[]): Promise<void> {
  const storage = openSqliteStorage({ path });
  // Enough for several pages.
  const computers = ids.map((id) => sampleComputer({ id, hostname: "h".repeat(500) }));
  await addComputers(storage.computers, ...computers);
  await storage.close();
}

/** The names in a database, or why there are none. Opening a database may change it, so this opens a copy. */
function namesIn(path: string): string {
  if (!existsSync(path)) return "no file";
  const folder = `${dirname(path)}.opened`;
  cpSync(dirname(path), folder, { recursive: true });
  try {
    using database = openDatabase({ path: join(folder, basename(path)), migrations: newer });
    const { integrity_check: integrity } = database.prepare("pragma integrity_check(1)").get() as {
      integrity_check: string;
    };
    const rows = database.prepare("select name from computers order by name").all();
    return integrity === "ok" ? rows.map(({ name }) => name).join() : integrity;
  } catch (error) {
    return (error as Error).message.includes("is not a SQLite database") ? "no database" : String(error);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A command or start that creates or replaces a database file, in a folder whose database `data.db` was not closed. */
interface Scenario {
  readonly name: string;
  /** Prepares the other files in the folder. */
  readonly prepare?: (fileAt: (name: string) => string) => Promise<unknown>;
  /** The command's arguments, with `./` before its files; if absent, a start of a newer release. */
  readonly command?: readonly string[];
  /** The file that the command creates or replaces. */
  readonly result: string;
  readonly before: string;
  readonly after: string;
}

const restore = ["restore", "./backup.db"];
const overwrite = { command: [...restore, "--overwrite"], result: "data.db", before: ownNames };
const made = { before: "no file", after: ownNames };

/** The commands that are killed. */
export const scenarios: readonly Scenario[] = [
  {
    ...overwrite,
    name: "restore of a snapshot with its log over another database",
    prepare: (fileAt) => makeUnclean(fileAt("backup.db"), other),
    after: namesOf(other),
  },
  {
    ...overwrite,
    name: "restore of an older backup of the database",
    prepare: (fileAt) => makeClean(fileAt("backup.db"), own),
    after: own.join(),
  },
  {
    ...overwrite,
    name: "restore over a damaged database",
    prepare(fileAt) {
      for (const suffix of ["", "-wal"]) writeFileSync(fileAt("data.db") + suffix, "damage".repeat(2000));
      return makeClean(fileAt("backup.db"), other);
    },
    before: "no database",
    after: other.join(),
  },
  {
    name: "restore where a log without its database is",
    prepare(fileAt) {
      rmSync(fileAt("data.db"));
      return makeClean(fileAt("backup.db"), other);
    },
    command: restore,
    result: "data.db",
    before: "no file",
    after: other.join(),
  },
  { ...made, name: "backup", command: ["backup", "./backup.db"], result: "backup.db" },
  {
    ...made,
    name: "copy",
    command: ["copy", "COMPUTE_HOST_DATABASE_URL", "sqlite:./copied.db"],
    result: "copied.db",
  },
  {
    name: "first start, where a log without its database is",
    prepare: async (fileAt) => rmSync(fileAt("data.db")),
    result: "data.db",
    before: "no file",
    after: "",
  },
  { ...made, name: "start of a newer release", result: `data.db.version-${fileVersionAfter(migrations)}` },
];

/** Declares the tests of commands that are killed before each of their calls whose name matches. */
export function testKilledCopies(scenarios: readonly Scenario[], names = /./): void {
  describe.skipIf(!canTrace)("a command that is killed before a system call (needs strace)", () => {
    test.each(scenarios)("leaves the old file or the new one: $name", async (scenario) => {
      await using place = new Workplace();
      const { run, runAgain, reset, folder, sources, result } = await prepareCommand(place, scenario);
      const trace = join(place.folder, "trace");
      for (const launcher of [[], traceCalls(trace)]) {
        reset();
        expect(run(launcher)).toMatchObject({ status: 0 });
      }
      const calls = callsIn(folder, trace).filter(({ name }) => names.test(name));
      expect(calls.length).toBeGreaterThan(0);
      /** Node.js itself may open fewer files than in the trace; the run then ends before this call. */
      const unreached: string[] = [];
      for (const call of calls) {
        const at = `killed before ${call.name} ${call.number}`;
        reset();
        const unchanged = sources.map(namesIn);
        const ended = run(killBefore(call));
        if (ended.status === 0) {
          unreached.push(at);
          continue;
        }
        expect(ended, at).toMatchObject({ signal: "SIGKILL" });
        const found = namesIn(result);
        expect([scenario.before, scenario.after], at).toContain(found);
        expect(sources.map(namesIn), at).toEqual(unchanged);
        // A finished command cannot be repeated: a copy needs another name, and a restore --overwrite.
        if (found === scenario.before || scenario.command?.includes("--overwrite")) await runAgain();
        expect(namesIn(result), at).toBe(scenario.after);
        expect(readdirSync(folder), at).not.toContainEqual(expect.stringMatching(/^data\.db.*\.partial/));
      }
      expect(unreached.length, unreached.join()).toBeLessThan(Math.max(2, calls.length / 10));
    });
  });
}

/**
 * Prepares a folder, and what runs a scenario's command in it: in a process under a launcher, or in the test's process.
 */
async function prepareCommand(place: Workplace, { prepare, command, result }: Scenario) {
  const [folder, prepared] = [join(place.folder, "work"), join(place.folder, "prepared")];
  mkdirSync(prepared);
  await makeUnclean(join(prepared, "data.db"), own);
  await prepare?.((name) => join(prepared, name));
  const path = join(folder, "data.db");
  const environment = {
    DATABASE: path,
    COMPUTE_HOST_DATABASE_URL: `sqlite:${path}`,
    NODE_COMPILE_CACHE: join(place.folder, "cache"),
    // Gives the calls of an asynchronous copy a fixed order.
    UV_THREADPOOL_SIZE: "1",
  };
  const args = command?.map((argument) => argument.replace(/^(sqlite:|)\.\//, `$1${folder}/`));
  const databases = readdirSync(prepared).filter((name) => name.endsWith(".db") && name !== result);
  return {
    folder,
    result: join(folder, result),
    sources: databases.map((name) => join(folder, name)),
    reset() {
      rmSync(folder, { recursive: true, force: true });
      cpSync(prepared, folder, { recursive: true });
    },
    run(launcher: readonly string[]) {
      const program = args === undefined ? ["--input-type=module", "--eval", upgrade] : [main, ...args];
      const [file = "", ...others] = [...launcher, process.execPath, ...program];
      return spawnSync(file, others, { env: { PATH: process.env.PATH, ...environment }, encoding: "utf8" });
    },
    async runAgain() {
      if (args === undefined) openDatabase({ path, migrations: newer }).close();
      else expect(await place.run(args, { environment })).toMatchObject({ exitCode: 0 });
    },
  };
}
