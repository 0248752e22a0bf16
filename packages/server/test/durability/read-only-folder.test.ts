import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { Workplace } from "../commands/run-command.ts";
import { fillDatabase } from "./fill-database.ts";

const isRoot = process.getuid?.() === 0;

/** File permissions do not apply to root, unless it drops the capabilities that bypass them. */
const asOthers = isRoot ? ["setpriv", "--bounding-set", "-dac_override,-dac_read_search", "--"] : [];
const canBeBound = !isRoot || spawnSync("setpriv", [...asOthers.slice(1), "true"]).status === 0;

interface Case {
  readonly what: string;
  /** The modes of the folder, and of the database in it if there is one. */
  readonly modes: readonly [folder: number, file?: number];
  /** The folder of the database, below the one with these modes. */
  readonly below?: string;
  /** The IDs of the users who own the folder and the file. */
  readonly owners?: readonly [folder: number, file: number];
  readonly reason: RegExp;
}

const cases: readonly Case[] = [
  { what: "a folder without a database", modes: [0o555], reason: /its folder must exist and be writable/ },
  { what: "a folder below that", modes: [0o555], below: "deeper", reason: /give this user write access/ },
  {
    what: "a folder with a database",
    modes: [0o555, 0o600],
    reason: /write access to the file and its folder/,
  },
  { what: "a database", modes: [0o755, 0o444], reason: /write access/ },
];
const ofOthers: readonly Case[] = [
  {
    what: "a database of another user",
    modes: [0o755, 0o600],
    owners: [0, 65_534],
    reason: /db belongs to the user with the ID 65534, and this is 0\.$/m,
  },
  {
    what: "a folder of another user",
    modes: [0o755, 0o600],
    below: "deeper",
    owners: [65_533, 0],
    reason: /data belongs to the user with the ID 65533/,
  },
];

describe.skipIf(!canBeBound)("a service that may not write (as root, needs setpriv)", () => {
  test.each([...cases, ...(isRoot ? ofOthers : [])])(
    "in $what fails with the reason, and starts once it may write",
    async ({ modes: [mode, fileMode], below = "", owners, reason }) => {
      await using place = new Workplace();
      place.launcher = asOthers;
      const folder = dirname(place.databasePath);
      mkdirSync(folder);
      if (fileMode !== undefined) {
        await fillDatabase(place.databaseUrl, []);
        chmodSync(place.databasePath, fileMode);
      }
      chmodSync(folder, mode);
      if (owners) chownSync(folder, owners[0], 0);
      if (owners) chownSync(place.databasePath, owners[1], 0);
      const path = join(folder, below, "compute-host.db");
      const environment = { COMPUTE_HOST_DATABASE_URL: `sqlite:${path}` };
      const { exitCode, stdout, stderr } = await place.run(["serve", "--port", "0"], { environment });
      expect([exitCode, stdout]).toEqual([1, ""]);
      expect(stderr).toContain(`Cannot open the database ${path}: `);
      expect(stderr).toMatch(reason);
      if (owners === undefined) expect(stderr).not.toContain("belongs to");
      expect(stderr).not.toMatch(/^\s+at /m);
      if (owners) chownSync(folder, 0, 0);
      chmodSync(folder, 0o755);
      if (fileMode !== undefined) {
        if (owners) chownSync(place.databasePath, 0, 0);
        chmodSync(place.databasePath, 0o600);
      }
      await place.serve(environment);
    },
  );
});
