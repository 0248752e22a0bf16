import { describe, expect, it } from "vitest";
import { listOf, objectOf, operationsOf, readDocument, resolveRef } from "../src/openapi-document.ts";

// Written by hand from the interface, not from the description: it is the description that is under test.

const OPERATIONS = {
  listComputers: { request: "GET /api/v0/computers", success: "200", answers: "ComputerList" },
  getComputer: { request: "GET /api/v0/computers/{computerId}", success: "200", answers: "Computer" },
  updateComputer: { request: "PATCH /api/v0/computers/{computerId}", success: "200", answers: "Computer" },
  retryInstallDeps: {
    request: "POST /api/v0/computers/{computerId}/install-deps",
    success: "202",
    answers: "Computer",
  },
} as const;

const COMPUTER_ID = { in: "path", required: true, schema: { type: "string" } };
const PARAMETERS = {
  listComputers: {
    hostId: { in: "query", required: false, schema: { type: "string", format: "uuid" } },
    includeProvisioningSteps: {
      in: "query",
      required: false,
      schema: { type: "string", enum: ["true", "false"] },
    },
  },
  getComputer: { computerId: COMPUTER_ID },
  updateComputer: { computerId: COMPUTER_ID },
  retryInstallDeps: { computerId: COMPUTER_ID },
} as const;

const TEXT = { type: "string" };
const NUMBER = { type: "number" };
const UUID = { type: "string", format: "uuid" };
const URI = { type: "string", format: "uri" };
const ONE_TO_63 = { type: "string", minLength: 1, maxLength: 63 };

const SCHEMAS = {
  Computer: {
    required: ["id", "name", "providerType", "createdAt"],
    properties: {
      id: TEXT,
      name: TEXT,
      providerType: { type: "string", enum: ["byom", "managed"] },
      createdAt: NUMBER,
      hostId: UUID,
      hostname: TEXT,
      status: { type: "string", enum: ["provisioning", "active", "error"] },
      provisioningSteps: { type: "array", items: { $ref: "#/components/schemas/ProvisioningStep" } },
      relayClientUrl: URI,
      relayAgentUrl: URI,
      remoteUser: TEXT,
      ownerPrincipalKind: TEXT,
      ownerId: TEXT,
      computerSource: { $ref: "#/components/schemas/ComputerSource" },
    },
  },
  ProvisioningStep: {
    required: [],
    properties: {
      id: TEXT,
      name: TEXT,
      status: TEXT,
      error: TEXT,
      startedAt: NUMBER,
      completedAt: NUMBER,
      installSessionId: TEXT,
    },
  },
  ComputerSource: { required: [], properties: { kind: TEXT, templateId: TEXT } },
  ComputerList: {
    required: ["computers"],
    properties: { computers: { type: "array", items: { $ref: "#/components/schemas/Computer" } } },
  },
  ComputerUpdate: { required: [], properties: { name: ONE_TO_63, hostId: UUID, remoteUser: ONE_TO_63 } },
} as const;

/** Keywords that tell people something and allow or forbid nothing. */
const ANNOTATIONS = [
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
const WITHOUT_EFFECT: Record<string, unknown> = {
  minLength: 0,
  minItems: 0,
  minProperties: 0,
  format: "double",
};

function constraints(schema: unknown): Record<string, unknown> {
  const entries = Object.entries(schema as Record<string, unknown>);
  const restricting = entries.filter(([keyword, value]) => WITHOUT_EFFECT[keyword] !== value);
  return Object.fromEntries(restricting.filter(([keyword]) => !ANNOTATIONS.includes(keyword)));
}

function operation(id: string) {
  const found = operations.find(({ operationId }) => operationId === id);
  if (!found) throw new Error(`${id} is missing`);
  return found;
}

describe("operations", () => {
  it("are exactly the four of the interface", () => {
    const requests = operations.map(({ operationId, method, path }) => [
      operationId,
      `${method.toUpperCase()} ${path}`,
    ]);
    const expected = Object.entries(OPERATIONS).map(([id, { request }]) => [id, request]);
    expect(Object.fromEntries(requests)).toEqual(Object.fromEntries(expected));
  });

  it.each(Object.entries(OPERATIONS))(
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

  it.each(Object.entries(PARAMETERS))("%s takes the interface's parameters alone", (id, expected) => {
    const found = operation(id).parameters.map((value) => [
      value.name,
      { in: value.in, required: value.required === true, schema: constraints(value.schema) },
    ]);
    expect(Object.fromEntries(found)).toEqual(expected);
  });

  it("send a JSON body on update and none otherwise", () => {
    const withBody = operations.filter(({ value }) => value.requestBody !== undefined);
    expect(withBody.map(({ operationId }) => operationId)).toEqual(["updateComputer"]);
    expect(objectOf(objectOf(operation("updateComputer").value.requestBody).content)).toMatchObject({
      "application/json": { schema: { $ref: "#/components/schemas/ComputerUpdate" } },
    });
  });

  it("all require a bearer token", () => {
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

describe.each(Object.entries(SCHEMAS))("%s", (name, expected) => {
  const schema = objectOf(objectOf(objectOf(document.components).schemas)[name]);
  const properties = objectOf(schema.properties);

  it("is an object with the interface's fields alone, in its order", () => {
    expect(schema.type).toBe("object");
    expect(Object.keys(properties)).toEqual(Object.keys(expected.properties));
  });

  it("requires what the interface requires", () => {
    expect(listOf(schema.required).toSorted()).toEqual(expected.required.toSorted());
  });

  it.each(Object.entries(expected.properties))(
    "constrains %s as the interface does and no further",
    (field, shape) => {
      expect(constraints(properties[field])).toEqual(shape);
    },
  );

  it("adds no constraint of its own, but for closing the update body", () => {
    const own = Object.keys(constraints(schema)).filter(
      (key) => !["type", "required", "properties"].includes(key),
    );
    expect(own).toEqual(name === "ComputerUpdate" ? ["additionalProperties"] : []);
  });
});

describe("what the interface leaves open", () => {
  const text = JSON.stringify(document);

  it("is settled in sentences marked as decisions", () => {
    expect(text.split("**Decision:**").length - 1).toBeGreaterThan(30);
  });

  it.each(["createdAt", "startedAt", "completedAt"])("%s has its unit in a decision", (field) => {
    const schemas = objectOf(objectOf(document.components).schemas);
    const owner = field === "createdAt" ? schemas.Computer : schemas.ProvisioningStep;
    const { description } = objectOf(objectOf(objectOf(owner).properties)[field]);
    expect(description).toMatch(/\*\*Decision:\*\* in milliseconds since the Unix epoch/);
  });
});
