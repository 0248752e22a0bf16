import { chmodSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { PostgresServer, postgresBinaries } from "../../cluster/postgres-server.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { query } from "./query.ts";

test("a folder that is closed to other users holds the data, and a later start has it again", async () => {
  const closed = temporaryFolder();
  chmodSync(closed, 0o700);
  for (const sql of ["create table kept ()", "select from kept"]) {
    await using server = await PostgresServer.start(join(closed, "data"), ["fsync=off"]);
    await query(server.url(), sql);
  }
});

test("says in one line that there is no PostgreSQL for this platform", () => {
  const { arch } = process;
  onTestFinished(() => void Object.defineProperty(process, "arch", { value: arch }));
  Object.defineProperty(process, "arch", { value: "riscv64" });
  expect(postgresBinaries).toThrow(/^The installation has no PostgreSQL for \w+-riscv64; use SQLite, .*\.$/);
});

test("a folder with other files is refused in one line, and kept", async () => {
  const other = temporaryFolder();
  writeFileSync(join(other, "letter.txt"), "");
  await expect(PostgresServer.start(other)).rejects.toThrow(
    `${other} is not empty, and holds no data of PostgreSQL.`,
  );
  expect(readdirSync(other)).toEqual(["letter.txt"]);
});
