import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Change,
  type Draft,
  described,
  errors,
  field,
  operation,
  parameter,
  put,
  text,
} from "../changes/change.ts";
import { deleteComputer, statusFilter, statusFilterOfStorage } from "./hand-edits.ts";
import { WorkspaceCopy } from "./workspace-copy.ts";

// Changes of the description as a maintainer makes them: what the compiler asks a person to write, and that nothing else is missing.

const one = "/api/v0/computers/{computerId}";
let workspace: WorkspaceCopy;
beforeAll(() => {
  workspace = new WorkspaceCopy();
});
afterAll(() => workspace.remove());

async function change(...changes: readonly Change[]): Promise<void> {
  workspace.changeSpec(...changes);
  const { exitCode, output } = await workspace.generate();
  expect(exitCode, output).toBe(0);
}

const errorsIn = async (folder: string) => (await workspace.typeErrors(folder)).join("\n");

test("what is refused changes no file", async () => {
  const path = "packages/types/src/index.gen.ts";
  workspace.write(path, "edited");
  workspace.changeSpec(put(["webhooks"], {}));
  const { exitCode, output } = await workspace.generate();
  expect([exitCode, output.trim()]).toEqual([1, expect.stringMatching(/^spec.* Nothing was written\.$/)]);
  expect(workspace.read(path)).toBe("edited");
});

test("a new status, a field that is required from now on, and another operationId do not compile where they matter", async () => {
  await change(
    ({ components: { schemas, examples } }) => {
      schemas.Computer.properties.status.enum.push("stopped");
      schemas.Computer.required.push("region");
      for (const { value } of Object.values<Draft>(examples))
        for (const computer of value.computers ?? [value])
          if (computer.providerType !== undefined) computer.region = "eu-1";
    },
    field({ region: text }),
    put(["paths", one, "get", "operationId"], "readComputer"),
  );
  const client = await errorsIn("packages/client");
  expect(client).toMatch(/^src\/wait-until-settled\.ts.*"stopped".* does not satisfy/m);
  expect(client).toMatch(/wait-until-settled\.ts.*'get'/);
  const server = await errorsIn("packages/server");
  expect(server).toMatch(/^src\/computers\/computer\.ts.*'region' is missing/m);
  expect(server).toMatch(/operation-handlers\.ts.*getComputer/);
});

describe("a field of the update that nobody reads, an operation that returns 204, and a filter of the list", () => {
  beforeAll(async () => {
    await change(
      field({ sshPrivateKey: { ...text, writeOnly: true } }, "ComputerUpdate"),
      parameter(
        "status",
        { type: "string", enum: ["provisioning", "active", "error"] },
        { example: "active" },
      ),
      ({ paths }) => {
        const notFound = { $ref: "#/components/responses/ComputerNotFound" };
        const responses = { "204": described, "404": notFound, ...errors };
        paths[one].delete = operation("deleteComputer", { responses });
      },
    );
  });

  test("do not compile until each has its meaning and its case", async () => {
    expect(await errorsIn("packages/core")).toMatch(
      /^src\/computers\/update-computer\.ts.*\bsshPrivateKey\b.*satisf/m,
    );
    const cases = await errorsIn("packages/contract-tests");
    for (const [file, name] of [
      ["update-computer", "sshPrivateKey"],
      ["list-computers", "status"],
      ["\\S+", "deleteComputer"],
    ])
      expect(cases).toMatch(new RegExp(`^src/cases/(?:\\S+/)?${file}\\.ts.*\\b${name}\\b`, "m"));
    const server = await errorsIn("packages/server");
    expect(server).toMatch(/core\/src\/operations\/operation-handlers\.ts.*'deleteComputer' is missing/m);
    expect(server).toMatch(/core\/src\/operations\/operation-handlers\.ts.*'?\bstatus\b/m);
  });

  test("work in the service and in the fake, once they are written where the compiler says", async () => {
    for (const edits of [deleteComputer, statusFilter]) workspace.edit(edits);
    const named = (await workspace.typeErrors("packages/server")).map((line) => line.split("(")[0]);
    const others = statusFilterOfStorage.map(({ file }) => file.replace("packages/server/", ""));
    expect(new Set(named.filter((file) => file?.startsWith("src/")))).toEqual(new Set(others));
    workspace.edit(statusFilterOfStorage);
    // What remains is what nobody may read: no edit names it.
    for (const folder of ["packages/core", "packages/client", "packages/server"])
      for (const error of await workspace.typeErrors(folder))
        expect(error).toMatch(/update-computer\.ts.*\bsshPrivateKey\b.*satisf/);

    const path = "/api/v0/computers/cmp_1";
    const mine = { computers: [{ id: "cmp_1", name: "b" }] };
    const requests = [
      [200, "PATCH", path, { name: "b", sshPrivateKey: "zzz" }, { name: "b" }],
      [200, "GET", path, undefined, { name: "b" }],
      // A list that was read before may come from memory.
      [200, "GET", "/api/v0/computers", undefined, mine],
      [200, "GET", "/api/v0/computers", undefined, mine],
      [200, "GET", "/api/v0/computers?status=active", undefined, mine],
      [200, "GET", "/api/v0/computers?status=error", undefined, { computers: [] }],
      [204, "DELETE", path, undefined, null],
      [404, "GET", path, undefined, { status: 404 }],
      [404, "DELETE", "/api/v0/computers/cmp_2", undefined, { status: 404 }],
    ] as const;
    const replies = await workspace.runLines("packages/server", serviceProgram(requests));
    expect(replies).toMatchObject(
      requests.map(([status, , , , reply]) => [
        [status, reply],
        [status, reply],
      ]),
    );
    expect(JSON.stringify(replies)).not.toContain("zzz");

    const [before, after, statuses, read] = await workspace.runLines("packages/client", fakeProgram);
    expect([after, statuses]).toEqual([Number(before) - 1, ["error"]]);
    expect(JSON.stringify(read)).toContain('"name":"b"');
    expect(JSON.stringify(read)).not.toContain("zzz");
  });
});

/** Sends requests to the service on each engine, and prints the replies of both to each. */
function serviceProgram(requests: readonly (readonly unknown[])[]): string {
  return `
import { engines, startServerOn } from "./test/engines.ts";
const mine = { id: "cmp_1", name: "a", providerType: "byom", status: "active" };
const computers = [mine, { ...mine, id: "cmp_2", ownerId: "usr_eve" }];
const servers = [];
for (const engine of engines) servers.push(await startServerOn(engine, { computers }));
for (const [, method, path, body] of ${JSON.stringify(requests)}) {
  const replies = await Promise.all(servers.map(async ({ baseUrl, apiKey }) => {
    const headers = { authorization: "Bearer " + apiKey, ...(body && { "content-type": "application/json" }) };
    const response = await fetch(baseUrl + path, { method, headers, body: body && JSON.stringify(body) });
    return [response.status, JSON.parse(await response.text() || "null")];
  }));
  console.log(JSON.stringify(replies));
}
for (const server of servers) await server.close();
process.exit();
`;
}

/** Prints how many computers there are before and after one is deleted, and what else the fake shows. */
const fakeProgram = `
import { createClient } from "./src/index.ts";
import { createFakeService } from "./src/testing/index.ts";
const service = createFakeService();
const client = createClient({ baseUrl: "http://service.test", token: "key", fetch: service.fetch });
const [first, second] = service.computers();
const { computers } = await client.computers.list({ status: "error" });
console.log(service.computers().length);
await client.computers.delete(first.id);
console.log(service.computers().length);
await client.computers.update(second.id, { name: "b", sshPrivateKey: "zzz" });
console.log(JSON.stringify([...new Set(computers.map(({ status }) => status))]));
console.log(JSON.stringify(service.computers()));
`;
