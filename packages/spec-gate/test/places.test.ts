import { describe, expect, test } from "vitest";
import { readApiDocument } from "../src/document/api-document.ts";
import type { Change } from "../src/rules/changes/change.ts";
import { judge } from "../src/rules/changes/judge.ts";

const text = `openapi: 3.1.0
info: { title: Users, version: 1.0.0 }
servers:
  - url: https://a.test
security:
  - key: []
paths:
  /users/{userId}:
    parameters:
      - name: userId
        in: path
        required: true
        schema: { type: string }
    get:
      operationId: getUser
      parameters:
        - name: view
          in: query
          schema:
            type: string
            default: short
      responses:
        "200":
          description: The user.
          headers:
            X-Rate:
              required: true
              schema: { type: integer }
          content:
            application/json:
              schema: { $ref: "#/components/schemas/User" }
    put:
      operationId: putUser
      requestBody:
        required: false
        content:
          application/json:
            schema: { $ref: "#/components/schemas/User" }
      responses:
        "200":
          description: The user.
          content:
            application/json:
              schema: { $ref: "#/components/schemas/User" }
  /pets:
    get:
      operationId: listPets
      responses:
        "200":
          description: Pets.
          content:
            application/json:
              schema:
                type: array
                items:
                  oneOf:
                    - $ref: "#/components/schemas/Cat"
                    - $ref: "#/components/schemas/Dog"
                  discriminator: { propertyName: kind }
components:
  securitySchemes:
    key:
      type: apiKey
      in: header
      name: X-Key
  schemas:
    User:
      allOf:
        - $ref: "#/components/schemas/Named"
        - type: object
          properties:
            email:
              type: string
              maxLength: 100
            role:
              enum: [admin, guest]
            note: { type: string }
          required: [email]
    Named:
      type: object
      properties:
        name:
          type: string
    Cat:
      type: object
      required: [kind]
      properties:
        kind: { const: Cat }
    Dog:
      type: object
      required: [kind]
      properties:
        kind: { const: Dog }
        size:
          enum: [s, m]
`;

/** Applies an edit, and returns the changes and the line of the new text in the revision. */
function changed(before: string, after: string) {
  expect(text.split(before)).toHaveLength(2);
  const revision = text.replace(before, after);
  const { changes } = judge(readApiDocument("/a.yaml", text), readApiDocument("/b.yaml", revision));
  return { revision, changes: changes.filter(({ impact }) => impact !== "patch") };
}

function lineOf(revision: string, part: string): number {
  return revision.slice(0, revision.indexOf(part)).split("\n").length;
}

const summary = ({ rule, subjects, location }: Change) => `${rule} ${subjects.length} ${location?.line}`;

/** What changes, the old text and the new one, the expected entries with their operations, and the line if another text is there. */
const cases: readonly (readonly [string, string, string, string, string?])[] = [
  ["a bound tightened", "maxLength: 100", "maxLength: 50", "request-length-narrowed 1"],
  ["a bound loosened", "maxLength: 100", "maxLength: 500", "response-length-widened 2"],
  ["a bound removed", "              maxLength: 100\n", "", "response-length-widened 2", "email:\n"],
  [
    "an enum that grows",
    "[admin, guest]",
    "[admin, guest, owner]",
    "response-values-added 2",
    "enum: [admin",
  ],
  ["an enum in a variant that grows", "enum: [s, m]", "enum: [s, m, l]", "response-values-added 1"],
  [
    "a property removed",
    "            note: { type: string }\n",
    "",
    "request-property-removed 1, response-property-removed 2",
    "properties:\n            email",
  ],
  [
    "a property added",
    "            note:",
    "            more: { type: string }\n            note:",
    "request-property-added 1, response-property-added 2",
    "more:",
  ],
  ["a property required", "required: [email]", "required: [email, note]", "request-property-required 1"],
  [
    "a property optional",
    "          required: [email]\n",
    "",
    "response-property-optional 2",
    "- type: object",
  ],
  [
    "a type in a part of allOf",
    "        name:\n          type: string",
    "        name:\n          type: integer",
    "request-type-narrowed 1, response-type-widened 2",
    "type: integer\n    Cat",
  ],
  [
    "a path parameter renamed",
    "/users/{userId}:\n    parameters:\n      - name: userId",
    "/users/{id}:\n    parameters:\n      - name: id",
    "path-parameter-renamed 2",
    "name: id",
  ],
  ["a default changed", "default: short", "default: long", "parameter-default-changed 1"],
  [
    "a header that may be missing",
    "required: true\n              schema: { type: integer }",
    "required: false\n              schema: { type: integer }",
    "response-header-optional 1",
  ],
  [
    "a body that is required",
    "required: false\n        content",
    "required: true\n        content",
    "body-required 1",
  ],
  ["an operationId", "operationId: putUser", "operationId: saveUser", "operation-id-changed 1"],
  ["a server", "url: https://a.test", "url: https://b.test", "server-removed 1"],
  ["a security scheme", "name: X-Key", "name: X-Api-Key", "security-scheme-changed 3", "key:\n      type"],
  ["security tightened", "- key: []", "- key: []\n    other: []", "security-tightened 3", "security:"],
];

describe("an entry points at the line that changed, once for all operations", () => {
  for (const [name, before, after, expected, part = after] of cases) {
    test(name, () => {
      const { revision, changes } = changed(before, after);
      const line = lineOf(revision, part);
      expect(changes.map(summary).sort()).toEqual(expected.split(", ").map((entry) => `${entry} ${line}`));
    });
  }

  test("reports a grown enum as grown", () => {
    const { changes } = changed("[admin, guest]", "[admin, guest, owner]");
    expect(changes[0]).toMatchObject({
      base: '"admin", "guest"',
      revision: '"admin", "guest", "owner"',
      message: "values that readers do not know may be sent",
    });
  });
});

test("shows a type that changes through a reference at the reference", () => {
  const note = "note: { type: string }";
  const named = text.replace("    Named:", "    Note:\n      type: string\n    Named:");
  const reference = '{ $ref: "#/components/schemas/Note" }';
  const before = named.replace(note, `note: { anyOf: [${reference}, { type: "null" }] }`);
  const after = named.replace(note, `note: ${reference}`);
  const { changes } = judge(readApiDocument("/a.yaml", before), readApiDocument("/b.yaml", after));
  const [narrowed] = changes.filter(({ rule }) => rule === "request-type-narrowed");
  expect(narrowed?.location?.line).toBe(lineOf(after, "note:"));
});
