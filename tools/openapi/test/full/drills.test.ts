import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Change,
  type Draft,
  described,
  errors,
  field,
  operation,
  parameter,
  put,
  refer,
  text,
} from "../changes/change.ts";
import { WorkspaceCopy } from "./workspace-copy.ts";

// Changes of the description as a maintainer makes them: the compiler names what a person must write, and
// nothing else is missing.

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

test("a new status, a newly required field and a new operationId do not compile where they matter", async () => {
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

test("what nothing sends, and what is documented no more, does not compile in core", async () => {
  const quota = {
    type: "/problems/quota",
    title: "Quota",
    status: 402,
    detail: "Pay.",
    instance: "/a",
    requestId: "r",
  };
  await change(({ paths, components: { schemas } }) => {
    const { get, patch } = paths[one];
    const { post } = paths[`${one}/install-deps`];
    patch.responses["202"] = patch.responses["200"];
    schemas.Problem.properties.type["x-extensible-enum"].push(quota.type);
    const content = { "application/problem+json": { schema: refer("Problem"), example: quota } };
    patch.responses["402"] = { ...described, content };
    post.responses["409"].content["application/problem+json"].examples.taken = {
      $ref: "#/components/examples/problemNameTaken",
    };
    delete get.responses["404"];
  });
  const errors = await errorsIn("packages/core");
  for (const text of [
    "computer-not-found.* does not exist in type",
    "Property .*name-taken.* is missing",
    "missing the following properties from type .*: 202, quota$",
  ])
    expect(errors).toMatch(new RegExp(`^src/operations/outcomes\\.ts.*${text}`, "m"));
  await workspace.run("spec", process.execPath, ["src/build.ts"]);
  const docs = await workspace.run("packages/docs", process.execPath, ["src/build.ts"]);
  const line = 'content/errors.md needs causes, remedies and a line "Repeat?" for quota.\n';
  expect(docs).toEqual({ exitCode: 1, output: line });
});

test("the gate says that a default of an existing parameter breaks", async () => {
  const ours = fileURLToPath(new URL("../../../../spec/openapi.yaml", import.meta.url));
  workspace.changeSpec(({ paths }) => {
    paths["/api/v0/computers"].get.parameters[1].schema.default = "true";
  });
  const args = ["packages/spec-gate/src/cli.ts", "diff", ours, "spec/openapi.yaml", "--format", "json"];
  const { output } = await workspace.run(".", process.execPath, args);
  expect(JSON.parse(output)).toMatchObject({
    impact: "major",
    policy: { file: "spec-gate.yaml" },
    changes: [{ rule: "parameter-default-added" }],
  });
});

test("a new field, operation and filter do not compile until each has an effect and a case", async () => {
  await change(
    field({ sshPrivateKey: text }, "ComputerUpdate"),
    parameter("status", { type: "string", enum: ["active", "error"] }, { example: "active" }),
    ({ paths }) => {
      const notFound = { $ref: "#/components/responses/ComputerNotFound" };
      const responses = { "204": described, "404": notFound, ...errors };
      paths[one].delete = operation("deleteComputer", { responses });
      const rackId = { name: "rackId", in: "path", required: true, ...described, schema: text, example: "a" };
      paths["/api/v0/racks/{rackId}"] = { get: operation("getRack", { responses, parameters: [rackId] }) };
    },
  );
  expect(await errorsIn("packages/core")).toMatch(
    /^src\/computers\/update-computer\.ts.*\bsshPrivateKey\b.*satisf/m,
  );
  const cases = await errorsIn("packages/contract-tests");
  for (const [file, name] of [
    ["update-computer", "sshPrivateKey"],
    ["list-computers", "status"],
    ["\\S+", "deleteComputer"],
    ["computer-fixtures", "rackId"],
  ])
    expect(cases).toMatch(new RegExp(`^src/cases/(?:\\S+/)?${file}\\.ts.*\\b${name}\\b`, "m"));
  const server = await errorsIn("packages/server");
  expect(server).toMatch(
    /core\/src\/operations\/operation-handlers\.ts.*missing.*: deleteComputer, getRack$/m,
  );
  expect(server).toMatch(/core\/src\/operations\/operation-handlers\.ts.*'?\bstatus\b/m);

  // What is only sent, such as a secret, cannot become part of the computer that readers get.
  const file = "packages/core/src/computers/update-computer.ts";
  for (const end of [", ...rest }", " });"]) {
    const find = `{ name, hostId, remoteUser${end}`;
    workspace.edit({ file, find, put: find.replace(end, `, sshPrivateKey${end}`) });
  }
  expect(await errorsIn("packages/core")).toMatch(
    /^src\/computers\/update-computer\.ts.*'sshPrivateKey' does not exist in type 'Fields'/m,
  );

  // Once the rules have the filter, the storage and the fake may not ignore it.
  workspace.edit({
    file: "packages/core/src/computers/list-computers.ts",
    find: "  readonly withSteps: boolean;",
    put: "  readonly status?: string | undefined;\n  readonly withSteps: boolean;",
  });
  const ignoring = await errorsIn("packages/server");
  expect(ignoring).toMatch(/core\/src\/computers\/list-computers\.ts.*\bstatus\b/m);
  expect(ignoring).toMatch(/^src\/storage\/stores\/computer-list\.ts.*\bstatus\b/m);
});
