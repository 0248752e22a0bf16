import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkedSources } from "../../src/generate/checked-sources.ts";
import { apiOf, type JsonObject, successOf } from "../../src/index.ts";
import { changedDescription, changedText } from "../changes/change.ts";
import { type Call, flows } from "../changes/flows.ts";
import { callsSource, clientProgram, handlersSource, serviceProgram } from "../changes/programs.ts";
import { WorkspaceCopy } from "./workspace-copy.ts";

// All changes that flow, as one description: they compile, and each call is right on the wire.

const description = changedDescription(...Object.values(flows).flatMap(({ changes }) => changes));
const calls = Object.values(flows).flatMap((flow) => Object.entries(flow.calls ?? {}));
const stops = calls.map(([operationId, call]) => stopOf(operationId, call));

function stopOf(operationId: string, call: Call) {
  const operation = apiOf(description).operations.find((one) => one.operationId === operationId);
  if (operation === undefined) throw new Error(`There is no operation ${operationId}.`);
  const { status, content } = successOf(operation);
  const data = content[0]?.examples[0]?.value;
  return {
    operationId,
    call: call.call,
    wire: call.wire,
    reads: call.reads ?? {},
    answer: call.answer,
    status: Number(/status: (\d+)/.exec(call.answer ?? "")?.[1] ?? status),
    firstStatus: Number(status),
    body: data === undefined ? undefined : JSON.stringify(data),
    data,
  };
}

/** What a target made of a call, by operationId. */
type Results = Readonly<Record<string, JsonObject>>;

let workspace: WorkspaceCopy;
beforeAll(async () => {
  workspace = new WorkspaceCopy();
  workspace.write("spec/openapi.yaml", JSON.stringify(description));
  expect(await workspace.generate()).toMatchObject({ exitCode: 0 });
  workspace.write("packages/client/src/changed-calls.ts", callsSource(stops));
  workspace.write("packages/server/src/http/changed-handlers.ts", handlersSource(stops));
});
afterAll(() => workspace.remove());

async function results(folder: string, program: string): Promise<Results> {
  return Object.fromEntries((await workspace.runLines(folder, program)) as [string, JsonObject][]);
}

test.each(Object.entries(flows))("%s flows alone", async (_what, { changes }) => {
  await expect(checkedSources(changedText(...changes), "spec/openapi.yaml", "")).resolves.toBeDefined();
});

test.each(["packages/types", "packages/client", "packages/server"])("%s compiles", async (folder) => {
  // Our own handlers do not know the added operations.
  const isOfOurs = /^src\/http\/operation-handlers\.ts/;
  expect((await workspace.typeErrors(folder)).filter((line) => !isOfOurs.test(line))).toEqual([]);
});

describe("on the wire:", () => {
  let recorded: Results;
  let faked: Results;
  let served: Results;
  beforeAll(async () => {
    recorded = await results("packages/client", clientProgram(stops, "recorder"));
    faked = await results("packages/client", clientProgram(stops, "fake"));
    served = await results("packages/server", serviceProgram());
  });

  test.each(stops)("$operationId", ({ operationId, wire, reads, status, firstStatus, data }) => {
    const withData = data === undefined ? {} : { data };
    expect(recorded[operationId]).toEqual({ sent: wire, status, ...withData });
    const { sent: _sent, ...answer } = faked[operationId] ?? {};
    expect(answer).toEqual({ status: firstStatus, ...withData });
    const { read, notices, ...reply } = served[operationId] ?? {};
    expect(read).toMatchObject(reads);
    expect(reply).toEqual({ status, ...withData });
    const dates = ["@1777593600", "Tue, 01 Jun 2027 00:00:00 GMT"];
    expect(notices).toEqual(operationId === "getOld" ? dates : []);
  });
});
