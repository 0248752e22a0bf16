import { STATUS_CODES } from "node:http";
import { expect, test } from "vitest";
import { errorName } from "../src/generate/client/error-classes.ts";
import { generatedSources } from "../src/generate/generated-sources.ts";
import { isIdentifier } from "../src/generate/source-text.ts";
import { apiOf } from "../src/index.ts";

const folder = "packages/client/src";

// That these compile and run is proven by the drills (test/full/drills.test.ts).

/** Generates everything for one operation with these error responses. */
function sourcesWith(descriptions: Readonly<Record<string, string>>, schemas: object = {}) {
  const errors = Object.entries(descriptions).map(([status, description]) => [status, { description }]);
  const responses = { "200": { description: "" }, ...Object.fromEntries(errors) };
  const document = {
    openapi: "3.1.0",
    info: { title: "Sample", version: "1.0.0" },
    paths: { "/things": { get: { operationId: "listThings", responses } } },
    components: { schemas },
  };
  return generatedSources(apiOf(document as never), "make");
}

test("an error status that the description adds has its class, its guard and its docstrings", () => {
  const sources = sourcesWith({
    "403": "You may not see it.\n\nAsk its owner.",
    "502": "",
    "4XX": "Some other one.",
    default: "Any other one.",
  });
  expect(sources[`${folder}/errors.gen.ts`]).toContain(`
/**
 * 403: You may not see it.
 *
 * Ask its owner.
 */
export class ForbiddenError extends ApiError {
  static override readonly kind: string = "ForbiddenError";
  declare readonly name: "ForbiddenError";
  declare readonly code: "FORBIDDEN";
  declare readonly status: 403;
}
`);
  expect(sources[`${folder}/errors.gen.ts`]).toContain(
    "/** 502: Bad Gateway */\nexport class BadGatewayError extends ServerError {",
  );
  expect(sources[`${folder}/resources.gen.ts`]).toMatch(
    /@throws ForbiddenError 403: You may not see it\.\n.*@throws BadGatewayError 502: *\n.*@throws ApiError 4XX: Some other one\.\n.*@throws ApiError other statuses: Any/,
  );
  expect(sources[`${folder}/errors.gen.ts`]).toContain("isForbiddenError: ErrorGuard<ForbiddenError>");
  expect(sources[`${folder}/error-class-by-status.gen.ts`]).toContain("  403: errors.ForbiddenError,\n");
});

test("a description without error statuses has only the class of every status from 500", () => {
  const sources = sourcesWith({ default: "Any." });
  expect(sources[`${folder}/errors.gen.ts`]?.match(/class \w+/g)).toEqual(["class ServerError"]);
});

// The first nine are public: another name would break programs.
test.each([
  ["400", "BadRequestError"],
  ["401", "AuthenticationError"],
  ["404", "NotFoundError"],
  ["409", "ConflictError"],
  ["413", "PayloadTooLargeError"],
  ["415", "UnsupportedMediaTypeError"],
  ["429", "RateLimitError"],
  ["500", "ServerError"],
  ["503", "ServiceUnavailableError"],
  ["408", "RequestTimeoutError"],
  ["412", "PreconditionFailedError"],
  ["418", "ImATeapotError"],
  ["422", "UnprocessableEntityError"],
  ["499", "Status499Error"],
  ["5XX", "ServerError"],
  ["4XX", "ApiError"],
  ["304", "ApiError"],
  ["default", "ApiError"],
])("the error of the status %s is a %s", (status, name) => {
  expect(errorName(status)).toBe(name);
});

test("every status has a name of its own, which no other class of the client has", () => {
  const names = Object.keys(STATUS_CODES)
    .filter((status) => Number(status) >= 400)
    .map(errorName);
  const others = [
    "Api",
    "ComputeHost",
    "Connection",
    "InvalidArgument",
    "InvalidResponse",
    "Timeout",
    "Token",
  ];
  const all = [...names, ...others.map((other) => `${other}Error`)];
  expect(new Set(all).size).toBe(all.length);
  expect(names.filter((name) => !isIdentifier(name))).toEqual([]);
});

test("refuses a schema with the name of an error class", () => {
  expect(() => sourcesWith({ "403": "" }, { ForbiddenError: { type: "object" } })).toThrow(
    "Two types of the client would be named ForbiddenError: rename the schema",
  );
});
