import { fileURLToPath } from "node:url";
import { stringifyYaml } from "@redocly/openapi-core";
import { readDescription } from "../../src/model/read-api.ts";
import type { JsonObject } from "../../src/model.ts";

/** A description that a change edits. */
// biome-ignore lint/suspicious/noExplicitAny: a change writes into any part of it
export type Draft = any;

export type Change = (spec: Draft) => void;

const ours = await readDescription(fileURLToPath(new URL("../../../../spec/openapi.yaml", import.meta.url)));

/** Our description after some changes. */
export function changedDescription(...changes: readonly Change[]): JsonObject {
  const draft = structuredClone(ours);
  for (const change of changes) change(draft);
  return draft;
}

/** The same, in YAML. */
export function changedText(...changes: readonly Change[]): string {
  const draft = changedDescription(...changes);
  return stringifyYaml(draft, { lineWidth: -1, noRefs: true, skipInvalid: true });
}

export const described = { description: "For a test." };
export const text = { type: "string", ...described, examples: ["a"] };
export const object = (properties: object, more: object = {}) => ({
  type: "object",
  ...described,
  properties,
  ...more,
});
export const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const error = (name: string) => ({ $ref: `#/components/responses/${name}` });
export const errors = { "401": error("Unauthenticated"), default: error("OtherError") };

/** A response with a JSON body. */
export const json = (schema: object, more: object = {}) => ({
  ...described,
  content: { "application/json": { schema } },
  ...more,
});

/** An operation that returns 204. */
export const operation = (operationId: string, more: object = {}) => ({
  operationId,
  tags: ["Computers"],
  summary: operationId,
  ...described,
  responses: { "204": described, ...errors },
  ...more,
});

/** Sets one place. */
export const put =
  (keys: readonly string[], value: unknown): Change =>
  (spec) => {
    const holder = keys.slice(0, -1).reduce((part, key) => part[key], spec);
    holder[keys.at(-1) ?? ""] = value;
  };

/** Adds a path with one operation. */
export const added = (more: object, method = "post"): Change =>
  put(["paths", "/api/v0/things"], { [method]: operation("addThing", more) });

/** Adds a parameter to the list. */
export const parameter =
  (name: string, schema: object, more: object = {}): Change =>
  (spec) => {
    const { parameters } = spec.paths["/api/v0/computers"].get;
    parameters.push({ name, in: "query", ...described, schema, example: "a", ...more });
  };

/** Adds properties to schemas, by default to the computer. */
export const field =
  (properties: object, ...schemas: readonly string[]): Change =>
  (spec) => {
    for (const name of schemas.length === 0 ? ["Computer"] : schemas)
      Object.assign(spec.components.schemas[name].properties, properties);
  };
