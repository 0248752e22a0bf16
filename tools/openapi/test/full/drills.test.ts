import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  deleteComputerEdits,
  statusFilterEdits,
  statusFilterEditsByCompiler,
  storedLabelsEdits,
} from "./hand-edits.ts";
import { type Draft, WorkspaceCopy } from "./workspace-copy.ts";

// Each drill changes only the description, as a maintainer would, and checks that the generated code compiles, that
// it is right on the wire, and that compiler errors name what a person has to write.

let workspace: WorkspaceCopy;
beforeAll(() => {
  workspace = new WorkspaceCopy();
});
afterAll(() => {
  console.table(handwork);
  workspace.remove();
});

/** Files and lines outside `*.gen.*` that a change requires, those of every storage engine included. */
const handwork: Record<string, { files: number; lines: number }> = {};

const described = { description: "For a drill." };
const listGet = (spec: Draft) => spec.paths["/api/v0/computers"].get;
const errors = {
  "401": { $ref: "#/components/responses/Unauthenticated" },
  default: { $ref: "#/components/responses/OtherError" },
};

/** Creates a program that prints what the client sends for a call, and what it returns. */
function callProgram(call: string, response: string): string {
  return `
import { createClient } from "./src/index.ts";
const client = createClient({
  baseUrl: "http://service.test",
  token: "key",
  fetch: async (url, init) => {
    console.log(JSON.stringify({ method: init.method, url: String(url), body: init.body }));
    return ${response};
  },
});
const result = await client.${call};
console.log(JSON.stringify({ result }));
`;
}

const emptyList = "Response.json({ computers: [] })";

type ServiceRequest = readonly [method: string, path: string, body?: object];

/** Creates a program that sends requests to the service on each engine, and prints the status and body of each response. */
function serviceProgram(requests: readonly ServiceRequest[]): string {
  return `
import { engines, startServerOn } from "./test/engines.ts";
for (const engine of engines) {
  const mine = { id: "cmp_1", name: "a", providerType: "byom", status: "active" };
  const theirs = { id: "cmp_2", name: "b", providerType: "byom", status: "active", ownerId: "usr_eve" };
  const server = await startServerOn(engine, { computers: [mine, theirs] });
  for (const [method, path, body] of ${JSON.stringify(requests)}) {
    const response = await fetch(server.baseUrl + path, {
      method,
      headers: { authorization: "Bearer " + server.apiKey, ...(body && { "content-type": "application/json" }) },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    console.log(JSON.stringify([engine.name, response.status, text === "" ? null : JSON.parse(text)]));
  }
  await server.close();
}
process.exit();
`;
}

/** Sends requests to the drilled service on each engine, checks their statuses, and returns the bodies of each engine. */
async function callService(
  ...calls: readonly (readonly [status: number, ...request: ServiceRequest])[]
): Promise<readonly (readonly unknown[])[]> {
  const requests = calls.map(([, ...request]) => request);
  const lines = (await workspace.runLines("packages/server", serviceProgram(requests))) as [
    engine: string,
    status: number,
    body: unknown,
  ][];
  const byEngine = Object.values(Object.groupBy(lines, ([engine]) => engine)) as (typeof lines)[];
  expect(byEngine.map((own) => own[0]?.[0])).toEqual(["SQLite", "PostgreSQL"]);
  for (const own of byEngine)
    expect(
      own.map(([, status]) => status),
      String(own[0]?.[0]),
    ).toEqual(calls.map(([status]) => status));
  return byEngine.map((own) => own.map(([, , body]) => body));
}

const generatedPackages = ["packages/types", "packages/client"];

/** @param compile the packages that compile before manual changes */
async function drill(change: (spec: Draft) => void, compile = generatedPackages): Promise<void> {
  workspace.restore();
  await workspace.changeSpec(change);
  const { exitCode, output } = await workspace.generate();
  expect(exitCode, output).toBe(0);
  for (const folder of compile) {
    expect(await workspace.typeErrors(folder)).toEqual([]);
  }
}

test("an optional response field reaches the types, and requires no manual change", async () => {
  await drill((spec) => {
    spec.components.schemas.Computer.properties.region = { type: "string", examples: ["eu-1"], ...described };
  });
  expect(workspace.read("packages/types/src/index.gen.ts")).toContain("region?: string;");
  expect(await workspace.typeErrors("packages/server")).toEqual([]);
});

test("an error status has its class and its guard in the client, and requires no manual change", async () => {
  await drill((spec) => {
    const { "404": notFound } = spec.paths["/api/v0/computers/{computerId}"].get.responses;
    spec.paths["/api/v0/computers/{computerId}"].get.responses["403"] = notFound;
  });
  const lines = await workspace.runLines(
    "packages/client",
    `
import { createClient, ForbiddenError, isForbiddenError } from "./src/index.ts";
const fetch = async () => new Response("", { status: 403 });
const error = await createClient({ baseUrl: "http://service.test", token: "key", fetch })
  .computers.get("cmp_1")
  .catch((reason) => reason);
console.log(JSON.stringify([error instanceof ForbiddenError && isForbiddenError(error), error.name, error.code]));
`,
  );
  expect(lines).toEqual([[true, "ForbiddenError", "FORBIDDEN"]]);
  expect(await workspace.typeErrors("packages/server")).toEqual([]);
  expect(await workspace.typeErrors("packages/contract-tests")).toEqual([]);
});

describe("a query parameter", () => {
  test.each([
    ["an integer", { type: "integer", minimum: 1, maximum: 100 }, { example: 2 }, "2", "?filter=2", "many"],
    [
      "an array",
      { type: "array", items: { type: "string", enum: ["active", "error"] } },
      { example: ["active"] },
      '["active", "error"]',
      "?filter=active&filter=error",
      "idle",
    ],
  ])(
    "that is %s is typed, sent by the client and read by the service",
    async (_kind, schema, more, value, query, bad) => {
      await drill((spec) => {
        listGet(spec).parameters.push({ name: "filter", in: "query", schema, ...more, ...described });
      });
      const [sent] = await workspace.runLines(
        "packages/client",
        callProgram(`computers.list({ filter: ${value} })`, emptyList),
      );
      expect(sent).toEqual({ method: "GET", url: `http://service.test/api/v0/computers${query}` });
      const bodies = await callService(
        [200, "GET", `/api/v0/computers${query}`],
        [400, "GET", `/api/v0/computers?filter=${bad}`],
      );
      for (const body of bodies)
        expect(body).toMatchObject([{ computers: [{ id: "cmp_1" }] }, { errors: [{ parameter: "filter" }] }]);
      expect((await workspace.typeErrors("packages/contract-tests")).join("\n")).toMatch(
        /src\/cases\/computers\/list-computers\.ts.*filter/,
      );
    },
  );
});

const onlyTypes = ["packages/types"];
const unnamedField = (name: string) =>
  expect.stringMatching(new RegExp(`^src/update-computer\\.ts.*\\b${name}\\b.*does not satisfy`));

test("a map in the update body is validated, sent, and kept by the service once the rules name it", async () => {
  await drill((spec) => {
    const labels = {
      type: "object",
      maxProperties: 2,
      propertyNames: { pattern: "^[a-z]+$" },
      additionalProperties: { type: "string", maxLength: 5 },
      examples: [{ team: "core" }],
      ...described,
    };
    spec.components.schemas.ComputerUpdate.properties.labels = labels;
    spec.components.schemas.Computer.properties.labels = labels;
  }, onlyTypes);
  expect(await workspace.typeErrors("packages/core")).toEqual([unnamedField("labels")]);
  handwork["field of the update"] = workspace.edit(storedLabelsEdits);
  expect(await workspace.typeErrors("packages/core")).toEqual([]);
  const [sent] = await workspace.runLines(
    "packages/client",
    callProgram('computers.update("cmp_1", { labels: { team: "core" } })', "Response.json({ id: 'cmp_1' })"),
  );
  expect(sent).toMatchObject({ method: "PATCH", body: '{"labels":{"team":"core"}}' });
  const path = "/api/v0/computers/cmp_1";
  const labels = { team: "core" };
  const bodies = await callService(
    [200, "PATCH", path, { labels }],
    [200, "GET", path],
    [400, "PATCH", path, { labels: { team: "too long" } }],
  );
  for (const body of bodies)
    expect(body).toMatchObject([{ labels }, { labels }, { errors: [{ pointer: "/labels/team" }] }]);
  expect((await workspace.typeErrors("packages/contract-tests")).join("\n")).toMatch(
    /src\/cases\/computers\/update-computer\.ts.*labels/,
  );
});

test("a field of the update alone does not compile until the rules name it, and no reader sees it", async () => {
  await drill((spec) => {
    const secret = { type: "string", writeOnly: true, examples: ["zzz"], ...described };
    spec.components.schemas.ComputerUpdate.properties.sshPrivateKey = secret;
  }, onlyTypes);
  expect(await workspace.typeErrors("packages/core")).toEqual([unnamedField("sshPrivateKey")]);
  const path = "/api/v0/computers/cmp_1";
  const bodies = await callService(
    [200, "PATCH", path, { name: "b", sshPrivateKey: "zzz" }],
    [200, "GET", path],
    [200, "GET", "/api/v0/computers"],
  );
  for (const body of bodies) {
    expect(body).toMatchObject([{ name: "b" }, { name: "b" }, { computers: [{ name: "b" }] }]);
    expect(JSON.stringify(body)).not.toContain("zzz");
  }
  const update = 'client.computers.update(id, { name: "b", sshPrivateKey: "zzz" })';
  const lines = await workspace.runLines("packages/client", fakeProgram(update, "service.computers()"));
  expect(JSON.stringify(lines.at(-1))).toContain('"name":"b"');
  expect(JSON.stringify(lines)).not.toContain("zzz");
});

test("a new status of the computer does not compile until the client says whether a wait ends with it", async () => {
  await drill((spec) => {
    spec.components.schemas.Computer.properties.status.enum.push("stopped");
  }, onlyTypes);
  expect(await workspace.typeErrors("packages/client")).toContainEqual(
    expect.stringMatching(/^src\/wait-until-settled\.ts.*"stopped".* does not satisfy/),
  );
});

test("a field that is required from now on does not compile until the stored records have it", async () => {
  await drill((spec) => {
    const { Computer: computer } = spec.components.schemas;
    computer.required.push("region");
    computer.properties.region = { type: "string", examples: ["eu-1"], ...described };
    for (const { value } of Object.values<Draft>(spec.components.examples)) {
      for (const one of value.computers ?? [value]) if (one.providerType !== undefined) one.region = "eu-1";
    }
  }, []);
  expect(await workspace.typeErrors("packages/server")).toContainEqual(
    expect.stringMatching(/^src\/computers\/computer\.ts.*'region' is missing/),
  );
});

function addDeleteComputer(spec: Draft): void {
  spec.paths["/api/v0/computers/{computerId}"].delete = {
    operationId: "deleteComputer",
    tags: ["Computers"],
    summary: "Delete a computer",
    ...described,
    responses: { "204": described, "404": { $ref: "#/components/responses/ComputerNotFound" }, ...errors },
  };
}

test("an operation that returns 204 becomes a method that returns nothing, and requires its handler by name", async () => {
  await drill(addDeleteComputer);
  const lines = await workspace.runLines(
    "packages/client",
    callProgram('computers.delete("cmp_1")', "new Response(null, { status: 204 })"),
  );
  expect(lines).toEqual([{ method: "DELETE", url: "http://service.test/api/v0/computers/cmp_1" }, {}]);
  expect(workspace.read("packages/client/src/resources.gen.ts")).toContain(
    "delete(computerId: string, options?: CallOptions): ApiCall<void>;",
  );
  expect(await workspace.typeErrors("packages/server")).toEqual([
    expect.stringMatching(/^src\/http\/operation-handlers\.ts.*'deleteComputer' is missing/),
  ]);
  expect((await workspace.typeErrors("packages/contract-tests")).join("\n")).toMatch(
    /src\/cases\/\S+ .*deleteComputer/,
  );
});

test("a renamed operationId causes an error in every place with the old name", async () => {
  await workspace.changeSpec((spec) => {
    spec.paths["/api/v0/computers/{computerId}"].get.operationId = "readComputer";
  });
  expect(await workspace.generate()).toMatchObject({ exitCode: 0 });
  expect((await workspace.typeErrors("packages/server")).join("\n")).toMatch(
    /operation-handlers\.ts.*getComputer/,
  );
  expect((await workspace.typeErrors("packages/client")).join("\n")).toMatch(/wait-until-settled\.ts.*'get'/);
});

describe("with manual changes", () => {
  test("an operation that returns 204 works in the service and in the fake", async () => {
    await drill(addDeleteComputer);
    handwork["DELETE that returns 204"] = workspace.edit(deleteComputerEdits);
    await expectGreen();
    await callService(
      [204, "DELETE", "/api/v0/computers/cmp_1"],
      [404, "GET", "/api/v0/computers/cmp_1"],
      [404, "DELETE", "/api/v0/computers/cmp_2"],
    );
    const [before, after] = await workspace.runLines(
      "packages/client",
      fakeProgram("client.computers.delete(id)"),
    );
    expect(after).toBe(Number(before) - 1);
  });

  test("a filter of the list works in the service and in the fake", async () => {
    await drill((spec) => {
      const schema = { type: "string", enum: ["provisioning", "active", "error"] };
      listGet(spec).parameters.push({ name: "status", in: "query", schema, example: "active", ...described });
    });
    const first = workspace.edit(statusFilterEdits);
    const errors = await workspace.typeErrors("packages/server");
    const named = errors.map((line) => `packages/server/${line.split("(")[0]}`);
    const others = statusFilterEditsByCompiler.map(({ file }) => file);
    expect(new Set(named)).toEqual(new Set(others));
    const rest = workspace.edit(statusFilterEditsByCompiler);
    handwork["filter of the list"] = {
      files: first.files + rest.files,
      lines: first.lines + rest.lines,
    };
    await expectGreen();
    const bodies = await callService(
      // A list that was read before may come from memory.
      [200, "GET", "/api/v0/computers"],
      [200, "GET", "/api/v0/computers"],
      [200, "GET", "/api/v0/computers?status=active"],
      [200, "GET", "/api/v0/computers?status=error"],
    );
    const one = { computers: [{ id: "cmp_1" }] };
    for (const body of bodies) expect(body).toMatchObject([one, one, one, { computers: [] }]);
    const [, , statuses] = await workspace.runLines(
      "packages/client",
      fakeProgram(
        "null",
        '(await client.computers.list({ status: "error" })).computers.map(({ status }) => status)',
      ),
    );
    expect(new Set(statuses as string[])).toEqual(new Set(["error"]));
  });

  async function expectGreen(): Promise<void> {
    for (const folder of ["packages/core", "packages/client", "packages/server"]) {
      expect(await workspace.typeErrors(folder)).toEqual([]);
    }
  }
});

/**
 * Creates a program that prints the fake's number of computers before and after a call, and the value of an
 * expression.
 */
function fakeProgram(call: string, expression = "null"): string {
  return `
import { createClient } from "./src/index.ts";
import { createFakeService } from "./src/testing/index.ts";
const service = createFakeService();
const client = createClient({ baseUrl: "http://service.test", token: "key", fetch: service.fetch });
const id = service.computers()[0].id;
console.log(service.computers().length);
await (${call});
console.log(service.computers().length);
console.log(JSON.stringify(${expression}));
`;
}
