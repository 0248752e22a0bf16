import { STATUS_CODES } from "node:http";
import ts from "typescript";
import { expect, test } from "vitest";
import { errorName } from "../src/generate/client/error-classes.ts";
import { generatedSources } from "../src/generate/generated-sources.ts";
import { isIdentifier } from "../src/generate/source-text.ts";
import { apiOf } from "../src/index.ts";

const folder = "packages/client/src";

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

/** What the generated files need of the standard library, and of the client's base classes. */
const stubs: Readonly<Record<string, string>> = {
  "lib.d.ts": `
    interface Array<T> {} interface Boolean {} interface CallableFunction {} interface Function {}
    interface IArguments {} interface NewableFunction {} interface Number {} interface Object {} interface RegExp {}
    interface String {}
    type Readonly<T> = { readonly [K in keyof T]: T[K] };
    type Record<K extends keyof any, T> = { [P in K]: T };`,
  [`${folder}/errors.ts`]: `
    export declare class ApiError {
      static readonly kind: string;
      readonly name: string;
      readonly code: string;
      readonly status: number;
    }
    export type ErrorGuard<E> = (error: unknown) => error is E;
    export declare function errorGuard<E>(type: { kind: string; prototype: E }): ErrorGuard<E>;`,
};

/** Compiles a program that imports generated files; returns the compiler's messages. */
function compile(sources: Readonly<Record<string, string>>, program: string): string[] {
  const files: Readonly<Record<string, string>> = {
    ...sources,
    ...stubs,
    [`${folder}/program.ts`]: program,
  };
  const options: ts.CompilerOptions = {
    noLib: true,
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    module: ts.ModuleKind.Preserve,
    types: [],
  };
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost(options),
    getCurrentDirectory: () => "",
    directoryExists: () => true,
    fileExists: (path) => Object.hasOwn(files, path),
    readFile: (path) => files[path],
    getSourceFile: (path) => ts.createSourceFile(path, files[path] ?? "", ts.ScriptTarget.ESNext),
  };
  const roots = ["lib.d.ts", `${folder}/program.ts`];
  return ts
    .getPreEmitDiagnostics(ts.createProgram(roots, options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
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
  const program = `
    import { errorClassByStatus } from "./error-class-by-status.gen.ts";
    import { type ServerError, isForbiddenError, isServerError } from "./errors.gen.ts";
    export const forbidden: number | undefined = errorClassByStatus[403]?.prototype.status;
    export function codeOf(error: unknown) {
      const name: "BadGatewayError" | "ServerError" | undefined = isServerError(error) ? error.name : undefined;
      const code: "FORBIDDEN" | undefined = isForbiddenError(error) ? error.code : undefined;
      return [name, code];
    }`;
  expect(compile(sources, program)).toEqual([]);
  expect(compile(sources, program.replaceAll("isForbiddenError", "isGoneError"))).toContainEqual(
    expect.stringContaining("isGoneError"),
  );
});

test("a description without error statuses has only the class of every status from 500", () => {
  const sources = sourcesWith({ default: "Any." });
  expect(sources[`${folder}/errors.gen.ts`]?.match(/class \w+/g)).toEqual(["class ServerError"]);
  const program = 'import "./error-class-by-status.gen.ts";';
  expect(compile(sources, program)).toEqual([]);
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
