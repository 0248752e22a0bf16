import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiOf, type JsonObject, successOf } from "../../src/model.ts";
import { type Call, calls } from "../tour/calls.ts";
import { callAll, callsSource, earlierProgram, handlersSource, runEarlier } from "../tour/programs.ts";
import { tourDescription } from "../tour/tour.ts";
import { WorkspaceCopy } from "./workspace-copy.ts";

// One description with everything that the profile allows: it compiles, and each call sends the right
// request. It is a minor version of ours: a program of today compiles with its client and sends the same
// requests.

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const description = await tourDescription();
const { operations } = apiOf(description);
const stops = Object.entries(calls).map(([operationId, call]) => stopOf(operationId, call));

function stopOf(operationId: string, { call, wire, reads = {}, answer }: Call) {
  const operation = operations.find((one) => one.operationId === operationId);
  if (operation === undefined) throw new Error(`There is no operation ${operationId}.`);
  const { status, content } = successOf(operation);
  const sent = operation.body?.content.examples[0]?.value;
  const data = content?.examples[0]?.value;
  const body = data === undefined ? undefined : JSON.stringify(data);
  const [line = "", ...fields] = wire.split("\n");
  return {
    operationId,
    call: call.replace("BODY", JSON.stringify(sent)),
    wire: [
      line,
      ...[...fields, ...(sent === undefined ? [] : ["content-type: application/json"])].toSorted(),
      ...(sent === undefined ? [] : [JSON.stringify(sent)]),
    ].join("\n"),
    reads: { ...reads, ...(sent !== undefined && { body: sent }) },
    answer: answer?.replace("BODY", `${body}`) ?? (body === undefined ? "undefined" : `jsonText(${body})`),
    status: Number(/status: (\d+)/.exec(answer ?? "")?.[1] ?? status),
    data,
  };
}

let workspace: WorkspaceCopy;
let sentToday: unknown[];
beforeAll(async () => {
  workspace = new WorkspaceCopy();
  workspace.write("packages/client/examples/earlier.ts", earlierProgram);
  sentToday = await workspace.runLines("packages/client", runEarlier);
  workspace.write("spec/openapi.yaml", JSON.stringify(description));
  expect(await workspace.generate()).toMatchObject({ exitCode: 0 });
  workspace.write("packages/client/src/tour-calls.ts", callsSource(stops));
  workspace.write("packages/server/src/http/tour-handlers.ts", handlersSource(stops));
});
afterAll(() => workspace.remove());

test.each(["packages/types", "packages/client", "packages/server"])("%s compiles", async (folder) => {
  // Our handlers, and the table of all options, do not know what the tour adds.
  const ours = [
    "core/src/operations/operation-handlers.ts",
    "core/src/operations/outcomes.ts",
    "core/src/computers/update-computer.ts",
    "test/wrong-values.test.ts",
  ];
  const errors = await workspace.typeErrors(folder);
  expect(errors.filter((line) => !ours.some((file) => line.includes(file)))).toEqual([]);
});

describe("on the wire:", () => {
  let results: Readonly<Record<string, JsonObject>>;
  beforeAll(async () => {
    const lines = await workspace.runLines("packages/server", callAll);
    results = Object.fromEntries(lines as [string, JsonObject][]);
  });

  test.each(stops)("$operationId", ({ operationId, wire, reads, status, data }) => {
    const { read, notices, ...result } = results[operationId] ?? {};
    expect(result).toEqual({ sent: wire, status, ...(data !== undefined && { data }) });
    expect(read).toMatchObject(reads);
    const dates = ["@1777593600", "Tue, 01 Jun 2027 00:00:00 GMT"];
    expect(notices).toEqual(operationId === "getOld" ? dates : []);
  });
});

describe("as a minor version", () => {
  test("the gate says that it is one", async () => {
    const ours = join(root, "spec/openapi.yaml");
    const cli = join(root, "packages/spec-gate/src/cli.ts");
    const args = [cli, "diff", ours, "spec/openapi.yaml", "--format", "json"];
    const { output } = await workspace.run(".", process.execPath, args);
    expect(JSON.parse(output)).toMatchObject({ impact: "minor" });
  });

  test("a program of today sends the same requests", async () => {
    expect(sentToday).toHaveLength(7);
    expect(await workspace.runLines("packages/client", runEarlier)).toEqual(sentToday);
  });
});
