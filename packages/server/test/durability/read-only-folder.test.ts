import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { ProcessResult } from "@compute-host/command-line/process";
import { describe, expect, test } from "vitest";
import { Workplace } from "../commands/run-command.ts";
import { sampleComputer } from "../storage/sample-computers.ts";
import { ComputerRequests } from "./computer-requests.ts";
import { prepareDatabase } from "./prepared-database.ts";

const isRoot = process.getuid?.() === 0;

/** File permissions do not apply to root, unless it drops the capabilities that bypass them. */
const asOthers = isRoot ? ["setpriv", "--bounding-set", "-dac_override,-dac_read_search", "--"] : [];
const canBeBound = !isRoot || spawnSync("setpriv", [...asOthers.slice(1), "true"]).status === 0;

function expectClearRefusal({ exitCode, stdout, stderr }: ProcessResult, path: string, reason: RegExp): void {
  expect(exitCode).toBe(1);
  expect(stdout).toBe("");
  expect(stderr).toContain(`Cannot open the database ${path}: `);
  expect(stderr).toMatch(reason);
  expect(stderr).not.toMatch(/^\s+at /m);
}

/** A place without a database, or with one that holds the computer `a`, whose permissions bind. */
async function readOnlyPlace(modes: { readonly folder: number; readonly file?: number }) {
  const place = new Workplace();
  place.launcher = asOthers;
  const folder = dirname(place.databasePath);
  mkdirSync(folder);
  const apiKey =
    modes.file === undefined
      ? undefined
      : await prepareDatabase(place.databasePath, [sampleComputer({ id: "a" })]);
  if (modes.file !== undefined) chmodSync(place.databasePath, modes.file);
  chmodSync(folder, modes.folder);
  return { place, folder, apiKey };
}

describe.skipIf(!canBeBound)("what may not be written (by root, needs setpriv)", () => {
  test("a folder without a database: serve ends and says why", async () => {
    const { place, folder } = await readOnlyPlace({ folder: 0o555 });
    await using _place = place;
    const result = await place.run(["serve", "--port", "0"]);
    chmodSync(folder, 0o755);
    expectClearRefusal(result, place.databasePath, /its folder must exist and be writable/);
  });

  test("a folder that cannot be made: serve ends and says why", async () => {
    const { place, folder } = await readOnlyPlace({ folder: 0o555 });
    await using _place = place;
    const path = `${folder}/deeper/compute-host.db`;
    const result = await place.run(["serve", "--port", "0"], {
      environment: { COMPUTE_HOST_DATABASE_URL: `sqlite:${path}` },
    });
    chmodSync(folder, 0o755);
    expectClearRefusal(result, path, /give this user write access/);
  });

  test.runIf(isRoot)("what another user made (needs root): serve ends and says whose it is", async () => {
    const { place, folder } = await readOnlyPlace({ folder: 0o755, file: 0o600 });
    await using _place = place;
    chownSync(place.databasePath, 65_534, 65_534);
    const result = await place.run(["serve", "--port", "0"]);
    expectClearRefusal(
      result,
      place.databasePath,
      /db belongs to the user with the ID 65534, and this is 0\.$/m,
    );
    chownSync(folder, 65_533, 65_534);
    const missing = { COMPUTE_HOST_DATABASE_URL: `sqlite:${folder}/deeper/x.db` };
    const below = await place.run(["serve", "--port", "0"], { environment: missing });
    expectClearRefusal(below, `${folder}/deeper/x.db`, /data belongs to the user with the ID 65533/);
  });

  test.each([
    ["folder", { folder: 0o555, file: 0o600 }],
    ["file", { folder: 0o755, file: 0o444 }],
  ] as const)(
    "a %s with a database: serve ends, says why, and works once it may write",
    async (_what, modes) => {
      const { place, folder, apiKey = "" } = await readOnlyPlace(modes);
      await using _place = place;
      const result = await place.run(["serve", "--port", "0"]);
      expectClearRefusal(result, place.databasePath, /writable|write access/);
      chmodSync(folder, 0o755);
      chmodSync(place.databasePath, 0o600);
      const { url } = await place.serve([], { COMPUTE_HOST_LOG_LEVEL: "error" });
      const api = new ComputerRequests(url, apiKey);
      expect(await (await api.get("a")).json()).toMatchObject({ name: "a" });
      expect((await api.rename("a", "after")).status).toBe(200);
    },
  );
});
