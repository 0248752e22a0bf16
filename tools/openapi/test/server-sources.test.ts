import { describe, expect, test } from "vitest";
import { serverOperations, serverOperationsSource } from "../src/generate/server/operations-source.ts";
import { problemsSource } from "../src/generate/server/problems-source.ts";
import { apiOf } from "../src/index.ts";

const apiWith = (operation: object, components: object = {}, rest: object = {}) =>
  apiOf({
    openapi: "3.1.0",
    info: { title: "Sample", version: "1.0.0" },
    paths: {
      "/things": {
        get: { operationId: "listThings", responses: { "200": { description: "" } }, ...operation },
      },
    },
    components,
    ...rest,
  } as never);

describe("the problems of the service", () => {
  const problem = { type: "/problems/quota", title: "Quota", status: 402, detail: "Buy more." };
  const responses = (schema: object, ...examples: object[]) => ({
    responses: Object.fromEntries([
      ["200", { description: "" }],
      ...examples.map((example, index) => [
        402 + index,
        { description: "", content: { "application/problem+json": { schema, example } } },
      ]),
    ]),
  });
  const source = (operation: object, components?: object, rest?: object) =>
    problemsSource(apiWith(operation, components, rest), "make");

  test("include those of examples in a response", () => {
    expect(source(responses({}, problem))).toContain(
      '"quota": {\n    type: "/problems/quota",\n    title: "Quota",\n    status: 402,\n    detail: "Buy more.",',
    );
  });

  test("are not what a success shows", () => {
    const content = { "application/json": { example: problem } };
    expect(source({ responses: { 200: { description: "", content } } })).not.toContain("quota");
  });

  test("of the type about:blank are named after their titles, and their detail is optional", () => {
    const gone = { type: "about:blank", title: "Not here", status: 403 };
    const lost = { type: "about:blank", title: "Lost", status: 402 };
    const text = source(responses({}, lost, gone));
    expect(text).toContain('"lost": {');
    expect(text).toContain(
      '"not-here": {\n    type: "about:blank",\n    title: "Not here",\n    status: 403,',
    );
    expect(text).toContain('detail: "Not here"');
  });

  test("with more members than every problem have the type of their schema", () => {
    const limited = {
      allOf: [{ $ref: "#/components/schemas/Problem" }, { properties: { limit: { type: "integer" } } }],
    };
    const components = {
      schemas: { Problem: { type: "object", properties: { title: { type: "string" } } } },
    };
    expect(source(responses(limited, problem), components)).toContain(
      '  "quota": operations["listThings"]["responses"][402]["content"]["application/problem+json"];\n',
    );
    expect(source(responses({ $ref: "#/components/schemas/Problem" }, problem), components)).toContain(
      "ExtendedProblems {\n}",
    );
  });

  test("with two titles or two types for one name are refused at their place", () => {
    for (const other of [{ title: "Limit" }, { type: "https://example.com/quota" }]) {
      expect(() => source(responses({}, problem, { ...problem, ...other }))).toThrow(
        expect.objectContaining({
          message: expect.stringContaining("the problem quota differ"),
          pointer: "/paths/~1things/get/responses/403/content/application~1problem+json/example",
        }),
      );
    }
  });

  test("come with the limit of a body, which has a default", () => {
    expect(source({})).toContain("maxBodyBytes: number = 1048576;");
    expect(source({}, {}, { "x-max-body-bytes": 5 })).toContain("maxBodyBytes: number = 5;");
  });
});

describe("the operations of the service", () => {
  const secured = (scheme: object) => ({
    operation: { security: [{ key: [] }] },
    components: { securitySchemes: { key: scheme, unused: { type: "mutualTLS" } } },
  });

  test.each([
    ["a cookie", { type: "apiKey", in: "cookie", name: "session" }],
    ["the certificate of a connection", { type: "mutualTLS" }],
  ])("cannot be secured by %s", (_name, scheme) => {
    const { operation, components } = secured(scheme);
    expect(() => serverOperationsSource(apiWith(operation, components), "make")).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/^The credential of key .*: use another scheme/),
        pointer: "/components/securitySchemes/key",
      }),
    );
  });

  test("come with the schemes that they use", () => {
    const { operation, components } = secured({ type: "apiKey", in: "query", name: "key" });
    expect(serverOperationsSource(apiWith(operation, components), "make")).toContain(
      'securitySchemes = {\n  "key": {"in":"query","name":"key","prefix":""},\n}',
    );
  });

  test("have no Content-Type among the header fields, because the media types say it", () => {
    const headers = { "content-TYPE": { required: true, schema: {} }, ETag: { schema: {} } };
    const { operations } = serverOperations(apiWith({ responses: { "200": { description: "", headers } } }));
    expect(operations).toMatchObject([{ responses: { "200": { headers: { ETag: false } } } }]);
    expect(JSON.stringify(operations)).not.toMatch(/content-type/i);
  });
});
