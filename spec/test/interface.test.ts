import { describe, expect, test } from "vitest";
import { listOf, objectOf, operationsOf, readDocument, resolveRef } from "../src/openapi-document.ts";

// Written by hand from the interface, not from the description: it is the description that is under test.

const interfaceOperations = {
  listComputers: { request: "GET /api/v0/computers", success: "200", answers: "ComputerList" },
  getComputer: { request: "GET /api/v0/computers/{computerId}", success: "200", answers: "Computer" },
  updateComputer: { request: "PATCH /api/v0/computers/{computerId}", success: "200", answers: "Computer" },
  retryInstallDeps: {
    request: "POST /api/v0/computers/{computerId}/install-deps",
    success: "202",
    answers: "Computer",
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

/** Keywords that tell people something and allow or forbid nothing. */
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

const document = await readDocument(new URL("../openapi.yaml", import.meta.url));
const operations = operationsOf(document);

/** Keywords with the one value that allows everything: they say aloud that no bound is set. */
const withoutEffect: Record<string, unknown> = {
  minLength: 0,
  minItems: 0,
  minProperties: 0,
  format: "double",
};

function constraints(schema: unknown): Record<string, unknown> {
  const entries = Object.entries(schema as Record<string, unknown>);
  const restricting = entries.filter(([keyword, value]) => withoutEffect[keyword] !== value);
  return Object.fromEntries(restricting.filter(([keyword]) => !annotations.includes(keyword)));
}

function operation(id: string) {
  const found = operations.find(({ operationId }) => operationId === id);
  if (!found) throw new Error(`${id} is missing`);
  return found;
}

describe("operations", () => {
  test("are exactly the four of the interface", () => {
    const requests = operations.map(({ operationId, method, path }) => [
      operationId,
      `${method.toUpperCase()} ${path}`,
    ]);
    const expected = Object.entries(interfaceOperations).map(([id, { request }]) => [id, request]);
    expect(Object.fromEntries(requests)).toEqual(Object.fromEntries(expected));
  });

  test.each(Object.entries(interfaceOperations))(
    "%s answers with its success status and shape alone",
    (id, expected) => {
      const responses = objectOf(operation(id).value.responses);
      expect(Object.keys(responses).filter((status) => status.startsWith("2"))).toEqual([expected.success]);
      const content = objectOf(resolveRef(document, responses[expected.success]).content);
      expect(Object.keys(content)).toEqual(["application/json"]);
      expect(objectOf(objectOf(content["application/json"]).schema)).toEqual({
        $ref: `#/components/schemas/${expected.answers}`,
      });
    },
  );

  test.each(Object.entries(parameters))("%s takes the interface's parameters alone", (id, expected) => {
    const found = operation(id).parameters.map((value) => [
      value.name,
      { in: value.in, required: value.required === true, schema: constraints(value.schema) },
    ]);
    expect(Object.fromEntries(found)).toEqual(expected);
  });

  test("send a JSON body on update and none otherwise", () => {
    const withBody = operations.filter(({ value }) => value.requestBody !== undefined);
    expect(withBody.map(({ operationId }) => operationId)).toEqual(["updateComputer"]);
    expect(objectOf(objectOf(operation("updateComputer").value.requestBody).content)).toMatchObject({
      "application/json": { schema: { $ref: "#/components/schemas/ComputerUpdate" } },
    });
  });

  test("all require a bearer token", () => {
    const schemes = objectOf(objectOf(document.components).securitySchemes);
    for (const { operationId, value } of operations) {
      const requirements = listOf(value.security ?? document.security);
      expect(requirements.length, operationId).toBeGreaterThan(0);
      for (const requirement of requirements) {
        const names = Object.keys(objectOf(requirement));
        expect(names.length, operationId).toBeGreaterThan(0);
        for (const name of names)
          expect(schemes[name], name).toMatchObject({ type: "http", scheme: "bearer" });
      }
    }
  });
});

describe.each(Object.entries(interfaceSchemas))("%s", (name, expected) => {
  const schema = objectOf(objectOf(objectOf(document.components).schemas)[name]);
  const properties = objectOf(schema.properties);

  test("is an object with the interface's fields alone, in its order", () => {
    expect(schema.type).toBe("object");
    expect(Object.keys(properties)).toEqual(Object.keys(expected.properties));
  });

  test("requires what the interface requires", () => {
    expect(listOf(schema.required).toSorted()).toEqual(expected.required.toSorted());
  });

  test.each(Object.entries(expected.properties))(
    "constrains %s as the interface does and no further",
    (field, shape) => {
      expect(constraints(properties[field])).toEqual(shape);
    },
  );

  test("adds no constraint of its own, but for closing the update body", () => {
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
    const schemas = objectOf(objectOf(document.components).schemas);
    const owner = field === "createdAt" ? schemas.Computer : schemas.ProvisioningStep;
    const { description } = objectOf(objectOf(objectOf(owner).properties)[field]);
    expect(description).toMatch(/\*\*Decision:\*\* in milliseconds since the Unix epoch/);
  });
});
