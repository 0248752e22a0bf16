import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/index.ts";
import {
  byPathProgram,
  callsByPathSource,
  callsSource,
  clientProgram,
  handlersSource,
  mockProgram,
  readOnlyProgram,
  serviceProgram,
} from "../tour/programs.ts";
import { readStops, type Stop, tourDescription } from "../tour/tour.ts";
import { WorkspaceCopy } from "./workspace-copy.ts";

/** What a target made of a call, by operationId. */
type Results = Readonly<Record<string, JsonObject>>;

const description = await tourDescription();
const stops = readStops(description);
const stopsByPath = stops.filter(({ callByPath }) => callByPath !== undefined);

let workspace: WorkspaceCopy;
let recorded: Results;
beforeAll(async () => {
  workspace = new WorkspaceCopy();
  workspace.write("spec/openapi.yaml", JSON.stringify(description));
  workspace.generateUnchecked(description);
  workspace.write("packages/client/src/tour-calls.ts", callsSource(stops));
  workspace.write("packages/client/src/tour-calls-by-path.ts", callsByPathSource(stopsByPath));
  workspace.write("packages/server/src/http/tour-handlers.ts", handlersSource(stops));
  recorded = await results("packages/client", clientProgram(stops, "recorder"));
});
afterAll(() => workspace.remove());

async function results(folder: string, program: string): Promise<Results> {
  const lines = (await workspace.runLines(folder, program)) as [string, JsonObject][];
  return Object.fromEntries(lines);
}

test.each(["packages/types", "packages/client"])("%s compiles", async (folder) => {
  expect(await workspace.typeErrors(folder)).toEqual([]);
});

test("the service compiles with a handler for each operation", async () => {
  const errors = await workspace.typeErrors("packages/server");
  // Our own handlers and authenticators know nothing of the tour's operations and schemes.
  const ofOurs = /^(src\/http\/operation-handlers|src\/app)\.ts/;
  expect(errors.filter((line) => !ofOurs.test(line))).toEqual([]);
});

describe("the client sends, and reads,", () => {
  test.each(stops)("$operationId", ({ operationId, wire, data, status }) => {
    const { sent, ...result } = recorded[operationId] ?? {};
    if (wire !== undefined) expect(sent).toBe(wire.trim());
    expect(result).toEqual(expectedResult(data, status));
  });
});

describe("the client sends by path", () => {
  let sentByPath: Results;
  beforeAll(async () => {
    sentByPath = await results("packages/client", byPathProgram());
  });

  test.each(stopsByPath)("$operationId as by method", ({ operationId, wire = "" }) => {
    const lines = wire
      .trim()
      .split("\n")
      .filter((line) => !line.startsWith("accept: "));
    expect(sentByPath[operationId]).toEqual({ sent: lines.join("\n").replace("content-type: ", "") });
  });
});

describe.each([
  ["the fake", "packages/client", clientProgram(stops, "fake")],
  ["Prism, with its security check,", "packages/contract-tests", mockProgram(stops)],
])("%s answers", (_name, folder, program) => {
  let answered: Results;
  beforeAll(async () => {
    answered = await results(folder, program);
  });

  test.each(stops)("$operationId", ({ operationId, firstData, firstStatus, prismDefect }) => {
    if (folder.endsWith("contract-tests") && prismDefect !== undefined) return;
    const { sent: _sent, ...result } = answered[operationId] ?? {};
    expect(result).toEqual(expectedResult(firstData, firstStatus));
  });
});

describe("the service reads, and answers,", () => {
  let answered: Results;
  beforeAll(async () => {
    answered = await results("packages/server", serviceProgram());
  });

  test.each(stops)("$operationId", ({ operationId, reads, data, status }) => {
    const { read, notices: _, ...result } = answered[operationId] ?? {};
    expect(read).toMatchObject(reads);
    expect(result).toEqual(expectedResult(data, status));
  });

  test("a deprecated operation with its dates, and no other", () => {
    const noticed = Object.entries(answered).flatMap(([id, { notices }]) => (notices ? [[id, notices]] : []));
    expect(noticed).toEqual([["readRetiring", ["@1777593600", "Tue, 01 Jun 2027 00:00:00 GMT"]]]);
  });
});

test.each([
  ["the fake", "packages/client", readOnlyProgram("fake")],
  ["the service", "packages/server", readOnlyProgram("service")],
])("%s refuses a read-only property at its place", async (_name, folder, program) => {
  const [refused] = await workspace.runLines(folder, program);
  expect(refused).toEqual([400, [{ pointer: "/id", message: "is read-only" }]]);
});

function expectedResult(data: Stop["data"], status: number): object {
  return { status, ...(data !== undefined && { data }) };
}
