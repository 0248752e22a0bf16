import { chmodSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PostgresServer } from "../../cluster/postgres-server.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { query } from "./query.ts";

test("the data can be in a folder that is closed to other users, and a later start finds it again", async () => {
  const closed = temporaryFolder();
  chmodSync(closed, 0o700);
  for (const sql of ["create table kept ()", "select from kept"]) {
    await using server = await PostgresServer.start(join(closed, "data"), ["fsync=off"]);
    await query(server.url(), sql);
  }
});

test("a folder with other files is refused in one line, and left unchanged", async () => {
  const other = temporaryFolder();
  writeFileSync(join(other, "letter.txt"), "");
  await expect(PostgresServer.start(other)).rejects.toThrow(
    `${other} is not empty, and contains no PostgreSQL data.`,
  );
  expect(readdirSync(other)).toEqual(["letter.txt"]);
});
