import { fileURLToPath } from "node:url";
import { listOf, type Operation, objectOf, successOf } from "@compute-host/openapi";
import { readApi } from "@compute-host/openapi/read-api";
import { expect, test } from "vitest";

// Written by hand from the interface, because the description is under test. It must have everything that the
// interface states; additions (operations, optional parameters and fields) are allowed.

const computerId = { computerId: { in: "path", isRequired: true, schema: { type: "string" } } };
const interfaceOperations = {
  listComputers: {
    request: "GET /api/v0/computers",
    success: "200 ComputerList",
    parameters: {
      hostId: { in: "query", isRequired: false, schema: { type: "string", format: "uuid" } },
      includeProvisioningSteps: {
        in: "query",
        isRequired: false,
        schema: { type: "string", enum: ["true", "false"] },
      },
    },
  },
  getComputer: {
    request: "GET /api/v0/computers/{computerId}",
    success: "200 Computer",
    parameters: computerId,
  },
  updateComputer: {
    request: "PATCH /api/v0/computers/{computerId}",
    success: "200 Computer",
    takes: "ComputerUpdate",
    parameters: computerId,
  },
  retryInstallDeps: {
    request: "POST /api/v0/computers/{computerId}/install-deps",
    success: "202 Computer",
    parameters: computerId,
  },
};

const textType = { type: "string" };
const number = { type: "number" };
const uuid = { type: "string", format: "uuid" };
const uri = { type: "string", format: "uri" };
const oneTo63 = { type: "string", minLength: 1, maxLength: 63 };

const interfaceSchemas = {
  Computer: {
    required: ["id", "name", "providerType", "createdAt"],
    properties: {
      id: textType,
      name: textType,
      providerType: { type: "string", enum: ["byom", "managed"] },
      createdAt: number,
      hostId: uuid,
      hostname: textType,
      status: { type: "string", enum: ["provisioning", "active", "error"] },
      provisioningSteps: { type: "array", items: { $ref: "#/components/schemas/ProvisioningStep" } },
      relayClientUrl: uri,
      relayAgentUrl: uri,
      remoteUser: textType,
      ownerPrincipalKind: textType,
      ownerId: textType,
      computerSource: { $ref: "#/components/schemas/ComputerSource" },
    },
  },
  ProvisioningStep: {
    required: [],
    properties: {
      id: textType,
      name: textType,
      status: textType,
      error: textType,
      startedAt: number,
      completedAt: number,
      installSessionId: textType,
    },
  },
  ComputerSource: { required: [], properties: { kind: textType, templateId: textType } },
  ComputerList: {
    required: ["computers"],
    properties: { computers: { type: "array", items: { $ref: "#/components/schemas/Computer" } } },
  },
  ComputerUpdate: { required: [], properties: { name: oneTo63, hostId: uuid, remoteUser: oneTo63 } },
};

/** Keywords that inform people and do not constrain values. */
const annotations = ["description", "examples", "deprecated", "x-extensible-enum"];

const { operations, schemas, document } = await readApi(
  fileURLToPath(new URL("../openapi.yaml", import.meta.url)),
);

function constraints(schema: unknown): Record<string, unknown> {
  const entries = Object.entries(schema as Record<string, unknown>);
  return Object.fromEntries(entries.filter(([keyword]) => !annotations.includes(keyword)));
}

function shapeOf(operation: Operation): object {
  const { method, path, parameters, body } = operation;
  const { status, content } = successOf(operation);
  return {
    request: `${method} ${path}`,
    success: `${status} ${content?.schemaName}`,
    ...(body?.isRequired && { takes: body.content.schemaName }),
    parameters: Object.fromEntries(
      parameters.map(({ name, in: place, isRequired, schema }) => [
        name,
        { in: place, isRequired, schema: constraints(schema) },
      ]),
    ),
  };
}

test.each(Object.entries(interfaceOperations))("%s matches the interface", (id, expected) => {
  const operation = operations.find(({ operationId }) => operationId === id);
  if (operation === undefined) throw new Error(`There is no operation ${id}.`);
  expect(shapeOf(operation)).toMatchObject(expected);
  expect(operation.body?.isRequired ?? false).toBe("takes" in expected);
  const others = operation.parameters.filter(({ name }) => !Object.hasOwn(expected.parameters, name));
  expect(others.filter(({ isRequired }) => isRequired)).toEqual([]);
  expect(operation.security).toBeDefined();
});

test.each(Object.entries(interfaceSchemas))("%s constrains values like the interface", (name, expected) => {
  const { properties, required, ...others } = constraints(schemas[name]);
  expect(listOf(required as never).toSorted()).toEqual(expected.required.toSorted());
  expect(others).toEqual({
    type: "object",
    ...(name === "ComputerUpdate" && { additionalProperties: false }),
  });
  const ofInterface = Object.entries(properties as object).filter(([field]) => field in expected.properties);
  expect(ofInterface.map(([field, shape]) => [field, constraints(shape)])).toEqual(
    Object.entries(expected.properties),
  );
});

test("paragraphs marked as decisions settle what the interface leaves open", () => {
  expect(JSON.stringify(document).split("**Decision:**").length - 1).toBeGreaterThan(30);
  const { Computer, ProvisioningStep } = schemas;
  for (const [owner, field] of [
    [Computer, "createdAt"],
    [ProvisioningStep, "startedAt"],
    [ProvisioningStep, "completedAt"],
  ] as const)
    expect(objectOf(objectOf(owner?.properties)[field]).description).toMatch(
      /\*\*Decision:\*\* in milliseconds since the Unix epoch/,
    );
});
