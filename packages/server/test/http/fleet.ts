import { type Api, apiOf, type JsonObject } from "@compute-host/openapi";

const json = (schema: JsonObject) => ({ content: { "application/json": { schema } } });
const Ship = { $ref: "#/components/schemas/Ship" };
const text = { type: "string" };
const count = { type: "integer" };

/** A description besides the spec, with what the interface may have one day. */
export const fleet: Api = apiOf({
  openapi: "3.1.0",
  info: { title: "Fleet", version: "1.0.0" },
  security: [{ token: [] }],
  paths: {
    "/ships": {
      get: {
        operationId: "listShips",
        parameters: [
          { name: "limit", in: "query", schema: { ...count, default: 20 } },
          { name: "flag", in: "query", schema: text },
          { name: "X-Sort", in: "header", schema: { enum: ["name", "age"], default: "name" } },
        ],
        responses: {
          200: {
            description: "The ships.",
            headers: { "X-Total-Count": { required: true, schema: count }, ETag: { schema: text } },
            ...json({ type: "array", items: Ship }),
          },
        },
      },
      post: {
        operationId: "createShip",
        requestBody: { required: true, ...json(Ship) },
        responses: {
          201: {
            description: "The ship.",
            headers: { Location: { required: true, schema: text } },
            ...json(Ship),
          },
          202: { description: "It will be built." },
          402: { description: "Full.", ...json({ type: "object", properties: { berths: count } }) },
          412: {
            description: "The tide is wrong.",
            content: {
              "application/problem+json": {
                schema: { $ref: "#/components/schemas/TideProblem" },
                example: {
                  type: "/problems/low-tide",
                  title: "Low tide",
                  status: 412,
                  detail: "Wait.",
                  depth: 2,
                },
              },
            },
          },
        },
      },
    },
    "/ships/{shipId}": {
      parameters: [{ name: "shipId", in: "path", required: true, schema: count }],
      get: { operationId: "getShip", responses: { 200: { description: "It.", ...json(Ship) } } },
      put: {
        operationId: "replaceShip",
        requestBody: json(Ship),
        responses: { 204: { description: "Replaced." } },
      },
    },
    "/health": {
      get: { operationId: "getHealth", security: [], responses: { 204: { description: "Up." } } },
    },
  },
  components: {
    securitySchemes: { token: { type: "http", scheme: "bearer" } },
    schemas: {
      Ship: {
        type: "object",
        required: ["id"],
        properties: {
          id: { ...text, readOnly: true },
          name: text,
          flag: { ...text, default: "none" },
          seal: {
            type: "object",
            additionalProperties: false,
            required: ["number"],
            properties: { number: { ...count, readOnly: true }, color: text },
          },
          boats: { type: "array", items: Ship },
          byPort: { type: "object", additionalProperties: Ship },
        },
      },
      TideProblem: {
        type: "object",
        required: ["type", "title", "status", "depth"],
        properties: { type: text, title: text, status: count, depth: count },
      },
    },
  },
});
