import { chmodSync, copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Computer } from "@compute-host/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ComputerRequests } from "../durability/computer-requests.ts";
import { prepareDatabase } from "../durability/prepared-database.ts";
import { type RunningService, Workplace } from "../run-command.ts";
import { sampleComputer } from "../storage/sample-computers.ts";

const kills = 20;
/** A step that takes a moment and leaves a line, so that sessions begin and end all the time and their runs are counted. */
function makeStep(folder: string): { readonly command: string; readonly runs: () => readonly string[] } {
  const command = join(folder, "step");
  const file = join(folder, "runs");
  writeFileSync(file, "");
  writeFileSync(command, `#!/bin/sh\necho "$COMPUTE_HOST_INSTALL_SESSION_ID" >> ${file}\nsleep 0.03\n`);
  chmodSync(command, 0o755);
  return { command, runs: () => readFileSync(file, "utf8").trim().split("\n") };
}
const renamed = Array.from({ length: 12 }, (_, index) => `renamed-${index}`);
const installed = Array.from({ length: 4 }, (_, index) => `installed-${index}`);

/** The requested and the acknowledged writes; names are `NUMBER of ID`, and the numbers rise. */
interface Journal {
  readonly asked: Map<string, number>;
  readonly acknowledged: Map<string, number>;
  /** The acknowledged sessions of each computer, oldest first. */
  readonly sessions: Map<string, string[]>;
  writes: number;
}

/** Writes until the service is gone; calls back after each acknowledged write. */
async function writeUntilGone(api: ComputerRequests, journal: Journal, onWrite: () => void): Promise<void> {
  const rename = async (id: string): Promise<void> => {
    for (;;) {
      const number = (journal.asked.get(id) ?? 0) + 1;
      journal.asked.set(id, number);
      const response = await api.rename(id, `${number} of ${id}`);
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`A rename got ${response.status}`);
      journal.acknowledged.set(id, number);
      journal.writes += 1;
      onWrite();
    }
  };
  const install = async (id: string): Promise<void> => {
    for (;;) {
      const response = await api.retryInstallDeps(id);
      const computer = (await response.json()) as Computer;
      if (response.status === 409) continue;
      if (response.status !== 202) throw new Error(`A retry got ${response.status}`);
      journal.sessions.get(id)?.push(sessionOf(computer));
      journal.writes += 1;
      onWrite();
    }
  };
  const outcomes = await Promise.allSettled([...renamed.map(rename), ...installed.map(install)]);
  // A connection that breaks is a TypeError of fetch; anything else is a response that should not be.
  for (const outcome of outcomes) {
    if (outcome.status === "rejected" && !(outcome.reason instanceof TypeError)) throw outcome.reason;
  }
}

function sessionOf({ provisioningSteps = [] }: Computer): string {
  return provisioningSteps.find(({ id }) => id === "install-deps")?.installSessionId ?? "none";
}

/** Acknowledged writes that are missing, unless a later requested one has replaced them. */
function lostWrites(journal: Journal, names: ReadonlyMap<string, string>): string[] {
  return [...journal.acknowledged].flatMap(([id, acknowledged]) => {
    const name = names.get(id) ?? "missing";
    const number = Number.parseInt(name, 10);
    const isThere = number >= acknowledged && number <= (journal.asked.get(id) ?? 0);
    return isThere ? [] : [`${id} has the name "${name}", but ${acknowledged} was acknowledged`];
  });
}

/** Looks at a copy of the files, since opening a database changes them. */
function inspectFiles(place: Workplace): { integrity: unknown; names: Map<string, string> } {
  const copy = join(place.folder, "copy.db");
  for (const suffix of ["", "-wal"]) {
    if (existsSync(place.databasePath + suffix)) copyFileSync(place.databasePath + suffix, copy + suffix);
  }
  const database = new DatabaseSync(copy);
  try {
    const rows = database.prepare("select id, name from computers").all();
    return {
      integrity: database.prepare("pragma integrity_check").get()?.integrity_check,
      names: new Map(rows.map(({ id, name }) => [id as string, name as string])),
    };
  } finally {
    database.close();
  }
}

describe(`kill -9 in the middle of a write load, ${kills} times`, () => {
  const place = new Workplace();
  const step = makeStep(place.folder);
  const environment = {
    COMPUTE_HOST_LOG_LEVEL: "error",
    COMPUTE_HOST_PROVISIONER: "command",
    COMPUTE_HOST_PROVISIONER_COMMAND: step.command,
  };
  const journal: Journal = {
    asked: new Map(),
    acknowledged: new Map(),
    sessions: new Map(installed.map((id) => [id, []])),
    writes: 0,
  };
  const lost: string[] = [];
  const integrity: unknown[] = [];
  let apiKey = "";
  let service: RunningService;

  async function killDuringWrites(round: number): Promise<void> {
    service = await place.serve([], environment);
    const api = new ComputerRequests(service.url, apiKey);
    lost.push(...lostWrites(journal, new Map((await api.list()).map(({ id, name }) => [id, name]))));
    const killAt = journal.writes + 20 + ((round * 37) % 150);
    const { promise: isKilled, resolve } = Promise.withResolvers<unknown>();
    const writing = writeUntilGone(api, journal, () => {
      if (journal.writes === killAt) resolve(service.stop("SIGKILL"));
    });
    await Promise.race([isKilled, writing]);
    await writing;
    await isKilled;
    const files = inspectFiles(place);
    integrity.push(files.integrity);
    lost.push(...lostWrites(journal, files.names));
  }

  beforeAll(async () => {
    apiKey = await prepareDatabase(place.databasePath, [
      ...renamed.map((id) => sampleComputer({ id, name: `0 of ${id}` })),
      ...installed.map((id) => sampleComputer({ id, name: id })),
    ]);
    for (let round = 0; round < kills; round++) await killDuringWrites(round);
    service = await place.serve([], environment);
  });

  afterAll(() => place[Symbol.asyncDispose]());

  test("loses no acknowledged write", async () => {
    const names = (await new ComputerRequests(service.url, apiKey).list()).map(
      ({ id, name }) => [id, name] as const,
    );
    expect(lost).toEqual([]);
    expect(lostWrites(journal, new Map(names))).toEqual([]);
    expect(journal.writes).toBeGreaterThanOrEqual(kills * 20);
  });

  test("leaves a database that passes integrity_check each time", () => {
    expect(integrity).toEqual(Array.from({ length: kills }, () => "ok"));
  });

  test("ends every install session, and runs none a second time", async () => {
    const api = new ComputerRequests(service.url, apiKey);
    const ofInstalls = async () => (await api.list()).filter(({ id }) => installed.includes(id));
    await expect
      .poll(async () => (await ofInstalls()).map(({ status }) => status))
      .toEqual(installed.map(() => "active"));
    for (const computer of await ofInstalls()) {
      const [first] = computer.provisioningSteps ?? [];
      expect(first).toMatchObject({ status: "completed", completedAt: expect.any(Number) });
    }
    const sessions = [...journal.sessions.values()].flat();
    expect(new Set(sessions).size).toBe(sessions.length);
    const runs = step.runs();
    const repeated = runs.filter((session, index) => runs.indexOf(session) !== index);
    expect(repeated).toEqual([]);
    expect(runs).toEqual(expect.arrayContaining(sessions));
    console.info(
      `${journal.writes} writes acknowledged, ${lost.length} lost, ${kills} kills, ` +
        `${sessions.length} install sessions accepted and ended, ${repeated.length} run a second time`,
    );
  });
});
