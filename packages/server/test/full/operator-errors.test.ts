import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { expect, test } from "vitest";
import { operatorErrors } from "../../src/storage/operator-errors.ts";
import { Workplace } from "../commands/run-command.ts";
import { describeEngines } from "../describe-engines.ts";
import { TemporaryPostgres } from "../postgres/temporary-postgres.ts";
import { missingProgram } from "../programs.ts";

/** What the commands need, with the packages that Debian has them in. */
const programs = [
  missingProgram("psql", ["--version"], "postgresql-client"),
  missingProgram("fuser", ["--version"], "psmisc"),
];
const needed = { name: "an operator's machine", ...programs.find(({ missing }) => missing !== undefined) };

describeEngines([needed], () => {
  test("each command of the operator's errors runs", async () => {
    await using postgres = await TemporaryPostgres.start();
    await using place = new Workplace();
    const backup = `${place.folder}/backup.db`;
    expect((await place.run(["keys", "create", "--owner", "usr_ada"])).exitCode).toBe(0);
    expect((await place.run(["backup", backup])).exitCode).toBe(0);
    const url = new URL(postgres.url);
    const environment = {
      ...process.env,
      COMPUTE_HOST_DATABASE_URL: url.href,
      PGHOST: url.hostname,
      PGPORT: url.port,
      PGUSER: url.username,
      PGPASSWORD: url.password,
    };
    // For fuser, which finds who has it open.
    await using _opened = await open(place.databasePath);
    for (const [code, { command }] of Object.entries(operatorErrors)) {
      const [first = "", ...args] = command.split(" ");
      const { status, stderr } =
        first === "compute-host"
          ? await place
              .run(args.map((arg) => (arg === "BACKUP" ? backup : arg)))
              .then(({ exitCode, stderr }) => ({ status: exitCode, stderr }))
          : spawnSync(
              "sh",
              [
                "-c",
                command
                  .replace("/var/lib/compute-host/data.db", place.databasePath)
                  .replace("/var/lib/postgresql", postgres.server.folder),
              ],
              { encoding: "utf8", env: environment },
            );
      expect([code, status, stderr.includes("rror")]).toEqual([code, 0, false]);
    }
  });
});

test("the table of the manual is that of the program", () => {
  const manual = readFileSync(new URL("../../docs/errors.md", import.meta.url), "utf8");
  const rows = [...manual.matchAll(/^\| `(.*?)` +\| (.*?) +\| (.*?) +\| `(.*?)` +\|$/gm)].map((row) =>
    row.slice(1),
  );
  const errors = Object.entries(operatorErrors).map(([code, error]) => [
    code,
    error.meaning,
    error.remedy,
    error.command,
  ]);
  expect(rows).toEqual(errors);
});
