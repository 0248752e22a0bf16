import { expect, test } from "vitest";
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
          headers:
            X-Rate:
              required: true
          content: { application/json: { schema: { $ref: "#/components/schemas/User" } } }
    put:
      operationId: putUser
      requestBody:
        required: false
        content: { application/json: { schema: { $ref: "#/components/schemas/User" } } }
      responses:
        "200": { content: { application/json: { schema: { $ref: "#/components/schemas/User" } } } }
  /pets:
    get:
      operationId: listPets
      responses:
        "200": { content: { application/json: { schema: { $ref: "#/components/schemas/Pets" } } } }
components:
  securitySchemes:
    key:
      type: apiKey
      in: header
      name: X-Key
  schemas:
    Pets:
      type: array
      items:
        oneOf:
          - $ref: "#/components/schemas/Cat"
          - $ref: "#/components/schemas/Dog"
        discriminator: { propertyName: kind }
    User:
      allOf:
        - $ref: "#/components/schemas/Named"
        - type: object
          properties:
            email:
              maxLength: 100
              type: string
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
      required: [kind]
      properties: { kind: { const: Cat } }
    Dog:
      required: [kind]
      properties:
        kind: { const: Dog }
        size:
          enum: [s, m]
`;

/** Applies an edit, and returns the changes and the line of a part of the revision. */
function changed(before: string, after: string, part = after) {
  expect(text.split(before)).toHaveLength(2);
  const revision = text.replace(before, after);
  const { changes } = judge(readApiDocument("/a.yaml", text), readApiDocument("/b.yaml", revision));
  const line = revision.slice(0, revision.indexOf(part)).split("\n").length;
  return { line, changes: changes.filter(({ impact }) => impact !== "patch") };
}

const summary = ({ rule, subjects, location }: Change) => `${rule} ${subjects.length} ${location?.line}`;

/**
 * The entries with their numbers of operations, the old text and the new one, and what begins at the line if not the
 * new one.
 */
test.each<[entries: string, before: string, after: string, part?: string]>([
  ["request-length-narrowed 1", "maxLength: 100", "maxLength: 50"],
  ["response-length-widened 2", "maxLength: 100", "maxLength: 500"],
  ["response-length-widened 2", "              maxLength: 100\n", "", "email:\n"],
  ["response-values-added 2", "[admin, guest]", "[admin, guest, owner]", "enum: [admin"],
  ["response-values-added 1", "enum: [s, m]", "enum: [s, m, l]"],
  [
    "request-property-removed 1, response-property-removed 2",
    "            note: { type: string }\n",
    "",
    "properties:\n            email",
  ],
  [
    "request-property-added 1, response-property-added 2",
    "            note:",
    "            more: { type: string }\n            note:",
    "more:",
  ],
  ["request-property-required 1", "required: [email]", "required: [email, note]"],
  ["response-property-optional 2", "          required: [email]\n", "", "- type: object"],
  [
    "request-type-narrowed 1, response-type-widened 2",
    "name:\n          type: string",
    "name:\n          type: integer",
    "type: integer\n    Cat",
  ],
  [
    "path-parameter-renamed 2",
    "{userId}:\n    parameters:\n      - name: userId",
    "{id}:\n    parameters:\n      - name: id",
    "name: id",
  ],
  ["parameter-default-changed 1", "default: short", "default: long"],
  ["response-header-optional 1", "required: true", "required: false #"],
  ["body-required 1", "required: false", "required: true #"],
  ["operation-id-changed 1", "operationId: putUser", "operationId: saveUser"],
  ["server-removed 1", "url: https://a.test", "url: https://b.test"],
  ["security-scheme-changed 3", "name: X-Key", "name: X-Api-Key", "key:\n      type"],
  ["security-tightened 3", "- key: []", "- key: []\n    other: []", "security:"],
])(
  "%s: an entry points at the line that changed, once for all operations",
  (entries, before, after, part) => {
    const { line, changes } = changed(before, after, part);
    expect(changes.map(summary).sort()).toEqual(entries.split(", ").map((entry) => `${entry} ${line}`));
  },
);

test("a grown enum is reported as grown", () => {
  const { changes } = changed("[admin, guest]", "[admin, guest, owner]");
  expect(changes[0]).toMatchObject({
    base: '"admin", "guest"',
    revision: '"admin", "guest", "owner"',
    message: "values that readers do not know may be sent",
  });
});

test("a type that changes through a reference is shown at the reference", () => {
  const reference = '{ $ref: "#/components/schemas/Named" }';
  const before = text.replace("note: { type: string }", `note: { anyOf: [${reference}, { type: "null" }] }`);
  const after = text.replace("note: { type: string }", `note: ${reference}`);
  const { changes } = judge(readApiDocument("/a.yaml", before), readApiDocument("/b.yaml", after));
  const [narrowed] = changes.filter(({ rule }) => rule === "request-type-narrowed");
  expect(narrowed?.location?.line).toBe(after.slice(0, after.indexOf("note:")).split("\n").length);
});
