import { fileURLToPath } from "node:url";
import {
  isSecured,
  jsonContentOf,
  listOf,
  type Operation,
  objectOf,
  readApi,
  successOf,
} from "@compute-host/openapi";
import { describe, expect, test } from "vitest";

// Written by hand from the interface, because the description is under test. Everything the interface states must
// be there; additions (operations, optional parameters and fields) are allowed.

const interfaceOperations = {
  listComputers: { request: "GET /api/v0/computers", success: "200", returns: "ComputerList" },
  getComputer: { request: "GET /api/v0/computers/{computerId}", success: "200", returns: "Computer" },
  updateComputer: { request: "PATCH /api/v0/computers/{computerId}", success: "200", returns: "Computer" },
  retryInstallDeps: {
    request: "POST /api/v0/computers/{computerId}/install-deps",
    success: "202",
    returns: "Computer",
  },
} as const;

const computerId = { in: "path", required: true, schema: { type: "string" } };
const parameters = {
  listComputers: {
    hostId: { in: "query", required: false, schema: { type: "string", format: "uuid" } },
    includeProvisioningSteps: {
      in: "query",
      required: false,
      schema: { type: "string", enum: ["true", "false"] },
    },
  },
  getComputer: { computerId: computerId },
  updateComputer: { computerId: computerId },
  retryInstallDeps: { computerId: computerId },
} as const;

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
} as const;

/** Keywords that inform people and do not constrain values. */
const annotations = [
  "title",
  "description",
  "summary",
  "example",
  "examples",
  "deprecated",
  "x-extensible-enum",
  "$defs",
];

const { operations, schemas, document } = await readApi(
  fileURLToPath(new URL("../openapi.yaml", import.meta.url)),
);

function constraints(schema: unknown): Record<string, unknown> {
  const entries = Object.entries(schema as Record<string, unknown>);
  return Object.fromEntries(entries.filter(([keyword]) => !annotations.includes(keyword)));
}

function operation(id: string): Operation {
  const found = operations.find(({ operationId }) => operationId === id);
  if (!found) throw new Error(`The interface has the operation ${id}; the description must have it too.`);
  return found;
}

describe.each(Object.entries(interfaceOperations))("%s", (id, expected) => {
  test("has the interface's method and path", () => {
    const { method, path } = operation(id);
    expect(`${method} ${path}`).toBe(expected.request);
  });

  test("succeeds with the interface's status and shape", () => {
    const success = successOf(operation(id));
    expect(success.status).toBe(expected.success);
    expect(jsonContentOf(success.content)?.schemaName).toBe(expected.returns);
  });

  test("takes the interface's parameters, and requires no others", () => {
    const found = operation(id).parameters.map(({ name, in: place, isRequired, schema }) => [
      name,
      { in: place, required: isRequired, schema: constraints(schema) },
    ]);
    expect(Object.fromEntries(found)).toMatchObject(parameters[id as keyof typeof parameters]);
    const required = operation(id).parameters.filter(({ isRequired }) => isRequired);
    const ofInterface = Object.keys(parameters[id as keyof typeof parameters]);
    expect(required.map(({ name }) => name).filter((name) => !ofInterface.includes(name))).toEqual([]);
  });

  test("takes a JSON body on update and needs none otherwise", () => {
    const { body } = operation(id);
    if (id === "updateComputer") expect(jsonContentOf(body?.content)?.schemaName).toBe("ComputerUpdate");
    else expect(body?.isRequired ?? false).toBe(false);
  });

  test("requires a bearer token", () => {
    const schemes = objectOf(objectOf(document.components).securitySchemes);
    const own = objectOf(
      objectOf(objectOf(document.paths)[operation(id).path])[operation(id).method.toLowerCase()],
    );
    const requirements = listOf(own.security ?? document.security);
    expect(isSecured(operation(id))).toBe(true);
    for (const name of requirements.flatMap((requirement) => Object.keys(objectOf(requirement)))) {
      expect(schemes[name], name).toMatchObject({ type: "http", scheme: "bearer" });
    }
  });
});

describe.each(Object.entries(interfaceSchemas))("%s", (name, expected) => {
  const schema = objectOf(schemas[name]);
  const properties = objectOf(schema.properties);

  test("is an object with the interface's fields, in its order", () => {
    expect(schema.type).toBe("object");
    const ofInterface = Object.keys(properties).filter((field) => field in expected.properties);
    expect(ofInterface).toEqual(Object.keys(expected.properties));
  });

  test("requires what the interface requires and nothing else", () => {
    expect(listOf(schema.required).toSorted()).toEqual(expected.required.toSorted());
  });

  test.each(Object.entries(expected.properties))(
    "constrains %s as the interface does and no further",
    (field, shape) => {
      expect(constraints(properties[field])).toEqual(shape);
    },
  );

  test("adds no constraint except closing the update body", () => {
    const own = Object.keys(constraints(schema)).filter(
      (key) => !["type", "required", "properties"].includes(key),
    );
    expect(own).toEqual(name === "ComputerUpdate" ? ["additionalProperties"] : []);
  });
});

describe("what the interface leaves open", () => {
  const text = JSON.stringify(document);

  test("is settled in sentences marked as decisions", () => {
    expect(text.split("**Decision:**").length - 1).toBeGreaterThan(30);
  });

  test.each(["createdAt", "startedAt", "completedAt"])("%s has its unit in a decision", (field) => {
    const owner = field === "createdAt" ? schemas.Computer : schemas.ProvisioningStep;
    const { description } = objectOf(objectOf(objectOf(owner).properties)[field]);
    expect(description).toMatch(/\*\*Decision:\*\* in milliseconds since the Unix epoch/);
  });
});
