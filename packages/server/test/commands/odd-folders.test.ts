import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { expect, onTestFinished, test } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { computerRecord, openPlace } from "./open-place.ts";
import { get } from "./run-command.ts";

/** The command lines of the program, without arguments; `serve`, which does not end, runs beside them. */
const commands = linesOf(
  createProgram("1.0.0", { environment: {}, writeOutput() {}, writeNote() {} }),
).filter((line) => line !== "serve");

function linesOf({ commands }: Command): readonly string[] {
  return commands.flatMap((command) => {
    const below = linesOf(command);
    return below.length === 0 ? [command.name()] : below.map((line) => `${command.name()} ${line}`);
  });
}

test.each([
  ["?", "relative"],
  ["#", "relative"],
  ["%3f", "relative"],
  // A `?` in the URL of a database is refused, because it would begin parameters.
  ["#%3f&;+'\"\\*: ö", "absolute"],
])("every command works in a folder whose name holds %j, with %s paths", async (characters, kind) => {
  const back = process.cwd();
  onTestFinished(() => process.chdir(back));
  const environment = { COMPUTE_HOST_DATABASE_URL: "" };
  const { place, does } = openPlace(environment);
  const folder = join(place.folder, `a${characters}b`);
  mkdirSync(folder);
  process.chdir(folder);
  const at = (name: string) => (kind === "absolute" ? join(folder, name) : name);
  const use = (name: string) => {
    environment.COMPUTE_HOST_DATABASE_URL = `sqlite:${at(name)}`;
  };
  const run = new Set<string>();
  const runs = async (line: string, ...more: readonly string[]) => {
    run.add(commands.find((command) => line.startsWith(command)) ?? line);
    return await does(line, ...more);
  };

  use("data/a.db");
  await runs("keys create --owner usr_ada");
  const { id: keyId } = JSON.parse(await runs("keys list --json"));
  await runs(`keys revoke ${keyId}`);
  const provisioningSteps = [{ id: "install-deps", name: "Install", status: "failed" }];
  const record = computerRecord(1, { status: "error", provisioningSteps });
  await runs("computers import", place.write("one.ndjson", record));
  await runs("computers retry cmp_1");
  await runs("computers create --owner usr_ada --name b --provider byom");
  const service = await place.serveHere({
    environment: { ...environment, ...place.stepsBy("echo done by $$") },
  });
  expect((await get(`${service.url}/healthz`)).status).toBe(200);
  await runs("computers list");
  await runs("computers get cmp_1");
  await runs("computers update cmp_1 --name c");
  await expect.poll(() => runs("computers logs cmp_1")).toContain("done by");
  await runs("backup", at("backup.db"));
  await service.close();
  await runs("computers delete cmp_1");
  await runs("restore --overwrite", at("backup.db"));
  expect(await runs("computers list")).toContain("cmp_1");
  const copied = `sqlite:${at("copy.db")}`;
  await runs("copy", environment.COMPUTE_HOST_DATABASE_URL, copied);
  use("copy.db");
  expect(await runs("computers list")).toContain("cmp_1");
  expect([...run].toSorted()).toEqual(commands.toSorted());
});
