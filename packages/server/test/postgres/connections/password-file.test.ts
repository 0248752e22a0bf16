import { rmSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { get, Workplace } from "../../commands/run-command.ts";
import { query } from "../query.ts";
import { takeTestDatabase } from "../test-database.ts";

test.each(["its password", "its name and its password"])(
  "a service whose user has %s changed works again once the file with its database URL has them",
  async (what) => {
    const database = await takeTestDatabase();
    onTestFinished(database.release);
    await using place = new Workplace();
    const roles = ["rotated_1", what === "its password" ? "rotated_1" : "rotated_2"] as const;
    const created = [...new Set(roles)];
    for (const role of created)
      await query(database.url, `create role ${role} superuser login password 'first'`);
    const url = (role: string, password: string) => {
      const changed = new URL(database.url);
      [changed.username, changed.password] = [role, password];
      return changed.href;
    };
    const file = place.write("url", url(roles[0], "first"));
    const environment = { COMPUTE_HOST_DATABASE_URL: "", COMPUTE_HOST_DATABASE_URL_FILE: file };
    const service = await place.serveHere({ environment });
    const status = async (path: string) => (await get(service.url + path)).status;
    expect(await status("/readyz")).toBe(200);
    await query(database.url, `alter role ${roles[0]} nologin password 'second'`);
    await query(database.url, `alter role ${roles[1]} login password 'second'`);
    const end = "select pg_terminate_backend(pid) from pg_stat_activity where usename like 'rotated%'";
    await query(database.url, end);
    await expect.poll(() => status("/readyz")).toBe(503);
    rmSync(file);
    expect(await status("/readyz")).toBe(503);
    writeFileSync(file, `${url(roles[1], "second")}\n`);
    await expect.poll(() => status("/readyz")).toBe(200);
    expect(await service.close()).not.toMatch(/first|second/);
    for (const role of created) await query(database.url, `drop owned by ${role}; drop role ${role}`);
  },
);
