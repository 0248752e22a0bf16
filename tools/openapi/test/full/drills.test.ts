import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Draft, WorkspaceCopy } from "./workspace-copy.ts";

// Each drill changes the description alone, as a maintainer would, and holds three things: what is generated compiles, it
// is right on the wire, and what a person has to write is named by a compiler error.

let workspace: WorkspaceCopy;
beforeAll(() => {
  workspace = new WorkspaceCopy();
});
afterAll(() => workspace.remove());

const described = { description: "For a drill." };
const listGet = (spec: Draft) => spec.paths["/api/v0/computers"].get;
const errors = {
  "401": { $ref: "#/components/responses/Unauthenticated" },
  default: { $ref: "#/components/responses/OtherError" },
};

/** Prints what the client sends for a call, and what it returns. */
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

/** Starts the service with one computer, and prints the status and the body of each request. */
function serviceProgram(
  requests: readonly (readonly [method: string, path: string, body?: object])[],
): string {
  return `
import { startServer } from "./src/index.ts";
const server = await startServer({ computers: [{ id: "cmp_1", name: "a", providerType: "byom", status: "active" }] });
for (const [method, path, body] of ${JSON.stringify(requests)}) {
  const response = await fetch(server.baseUrl + path, {
    method,
    headers: { authorization: "Bearer " + server.apiKey, ...(body && { "content-type": "application/json" }) },
    body: body && JSON.stringify(body),
  });
  console.log(JSON.stringify([response.status, await response.json()]));
}
await server.close();
`;
}

async function drill(change: (spec: Draft) => void): Promise<void> {
  await workspace.changeSpec(change);
  const { exitCode, output } = await workspace.generate();
  expect(exitCode, output).toBe(0);
  for (const folder of ["packages/types", "packages/client"]) {
    expect(await workspace.typeErrors(folder)).toEqual([]);
  }
}

test("an optional response field reaches the types, and asks for nothing", async () => {
  await drill((spec) => {
    spec.components.schemas.Computer.properties.region = { type: "string", examples: ["eu-1"], ...described };
  });
  expect(workspace.read("packages/types/src/index.gen.ts")).toContain("region?: string;");
  expect(await workspace.typeErrors("packages/server")).toEqual([]);
});

describe("a query parameter", () => {
  test.each([
    ["a string", { type: "string", minLength: 2 }, { example: "ab" }, '"a b"', "?filter=a%20b", "x"],
    ["an integer", { type: "integer", minimum: 1, maximum: 100 }, { example: 2 }, "2", "?filter=2", "many"],
    ["a boolean", { type: "boolean" }, { example: true }, "true", "?filter=true", "yes"],
    [
      "an array",
      { type: "array", items: { type: "string", enum: ["active", "error"] } },
      { example: ["active"], explode: false },
      '["active", "error"]',
      "?filter=active,error",
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
      const [good, refused] = await workspace.runLines(
        "packages/server",
        serviceProgram([
          ["GET", `/api/v0/computers${query}`],
          ["GET", `/api/v0/computers?filter=${bad}`],
        ]),
      );
      expect(good).toMatchObject([200, { computers: [{ id: "cmp_1" }] }]);
      expect(refused).toMatchObject([400, { errors: [{ parameter: "filter" }] }]);
    },
  );
});

test("a map in the update body is validated, sent, and kept by the service", async () => {
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
  });
  const [sent] = await workspace.runLines(
    "packages/client",
    callProgram('computers.update("cmp_1", { labels: { team: "core" } })', "Response.json({ id: 'cmp_1' })"),
  );
  expect(sent).toMatchObject({ method: "PATCH", body: '{"labels":{"team":"core"}}' });
  const [updated, read, refused] = await workspace.runLines(
    "packages/server",
    serviceProgram([
      ["PATCH", "/api/v0/computers/cmp_1", { labels: { team: "core" } }],
      ["GET", "/api/v0/computers/cmp_1"],
      ["PATCH", "/api/v0/computers/cmp_1", { labels: { team: "too long" } }],
    ]),
  );
  expect(updated).toMatchObject([200, { labels: { team: "core" } }]);
  expect(read).toMatchObject([200, { labels: { team: "core" } }]);
  expect(refused).toMatchObject([400, { errors: [{ pointer: "/labels/team" }] }]);
});

test("an operation that returns 204 gives a method that returns nothing, and asks for its handler by name", async () => {
  await drill((spec) => {
    spec.paths["/api/v0/computers/{computerId}"].delete = {
      operationId: "deleteComputer",
      tags: ["Computers"],
      summary: "Delete a computer",
      ...described,
      responses: { "204": described, ...errors },
    };
  });
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
});

test("a second resource is a property of the client, and asks for its handlers by name", async () => {
  await drill((spec) => {
    spec.tags.push({ name: "Hosts", ...described });
    const host = {
      type: "object",
      required: ["id"],
      properties: { id: { type: "string" }, cores: { type: "integer" } },
    };
    spec.components.schemas.Host = { ...host, ...described };
    spec.components.schemas.HostList = {
      type: "object",
      ...described,
      required: ["hosts"],
      properties: { hosts: { type: "array", items: { $ref: "#/components/schemas/Host" } } },
    };
    const success = (schema: string) => ({
      "200": {
        ...described,
        content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } },
      },
      ...errors,
    });
    const operation = (operationId: string, schema: string) => ({
      operationId,
      tags: ["Hosts"],
      summary: operationId,
      ...described,
      responses: success(schema),
    });
    spec.paths["/api/v0/hosts"] = { get: operation("listHosts", "HostList") };
    spec.paths["/api/v0/hosts/{hostId}"] = {
      parameters: [
        {
          name: "hostId",
          in: "path",
          required: true,
          schema: { type: "string" },
          example: "h",
          ...described,
        },
      ],
      get: operation("getHost", "Host"),
    };
  });
  const [sent, result] = await workspace.runLines(
    "packages/client",
    callProgram("hosts.list()", 'Response.json({ hosts: [{ id: "h" }] })'),
  );
  expect(sent).toMatchObject({ url: "http://service.test/api/v0/hosts" });
  expect(result).toEqual({ result: { hosts: [{ id: "h" }] } });
  expect(await workspace.typeErrors("packages/server")).toEqual([
    expect.stringMatching(/^src\/http\/operation-handlers\.ts.*missing the following properties .*Host/),
  ]);
});

test("a list with a cursor sends the cursor, and returns the next one", async () => {
  await drill((spec) => {
    listGet(spec).parameters.push(
      { name: "limit", in: "query", schema: { type: "integer", minimum: 1 }, example: 2, ...described },
      { name: "cursor", in: "query", schema: { type: "string" }, example: "c_1", ...described },
    );
    spec.components.schemas.ComputerList.properties.nextCursor = {
      type: "string",
      examples: ["c_2"],
      ...described,
    };
  });
  const lines = await workspace.runLines(
    "packages/client",
    callProgram(
      'computers.list({ limit: 2, cursor: "c_1" })',
      'Response.json({ computers: [], nextCursor: "c_2" })',
    ),
  );
  expect(lines).toEqual([
    { method: "GET", url: "http://service.test/api/v0/computers?limit=2&cursor=c_1" },
    { result: { computers: [], nextCursor: "c_2" } },
  ]);
});

test("a renamed operationId names every place that has the old one", async () => {
  await workspace.changeSpec((spec) => {
    spec.paths["/api/v0/computers/{computerId}"].get.operationId = "readComputer";
  });
  expect(await workspace.generate()).toMatchObject({ exitCode: 0 });
  expect((await workspace.typeErrors("packages/server")).join("\n")).toMatch(
    /operation-handlers\.ts.*getComputer/,
  );
  expect((await workspace.typeErrors("packages/client")).join("\n")).toMatch(/computers\.ts.*'get'/);
});
