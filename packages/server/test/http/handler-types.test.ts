import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runProcess } from "@compute-host/command-line/process";
import { apiOf } from "@compute-host/openapi";
import { serverOperationsSource } from "@compute-host/openapi/server-operations-source";
import { problemsSource } from "@compute-host/openapi/server-problems-source";
import { tourDescription } from "@compute-host/openapi/tour";
import { typesSource } from "@compute-host/openapi/types-source";
import { beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import type { OperationHandlers } from "../../src/http/operation-types.ts";

const packageFolder = fileURLToPath(new URL("../../", import.meta.url));

/** What an operation may return, and what it must not. */
const replies: readonly (readonly [operationId: string, reply: string, error?: string])[] = [
  ["replaceVolume", '{ status: 201, headers: { ETag: "a" }, body: { id: "a", name: "b" } }'],
  ["replaceVolume", '{ status: 200, headers: { ETag: "a" }, body: "{}" }'],
  ["replaceVolume", '{ status: 201, headers: {}, body: "{}" }', "ETag is required"],
  ["replaceVolume", '{ status: 201, body: "{}" }', "ETag is required"],
  ["replaceVolume", '"{}"', "the first success needs a header field"],
  ["replaceVolume", '{ status: 200, headers: { ETag: "a" }, body: { id: "a" } }', "name is required"],
  ["getOld", '{ status: 204, headers: { "X-Total-Count": 1, "X-Is-New": true } }'],
  ["getOld", '{ status: 204, headers: { "X-Total-Count": 1, Age: 1 } }', "Age is not documented"],
  ["getOld", '{ status: 204, headers: { "X-Total-Count": "1" } }', "X-Total-Count is a number"],
  ["sameName", "undefined"],
  ["sameName", '"{}"', "the first success has no body"],
  ["sameName", "{ status: 204 }"],
  ["sameName", '{ status: 204, body: "{}" }', "204 has no body"],
  ["sameName", '{ status: 409, body: "{}" }', "409 is not documented"],
  ["sendWords", '"[]"'],
  ["sendWords", '["a"]', "a body alone is a text"],
  ["sendWords", "undefined", "the first success has a body"],
];

/** The types of what a handler gets. */
const calls: readonly (readonly [type: string, is: string])[] = [
  ['Call<"listVolumes">["ownerId"]', "string"],
  ['Call<"startPublic">["ownerId"]', "undefined"],
  ['Call<"listVolumes">["query"]["limit"]', "number"],
  ['Call<"listVolumes">["query"]["after"]', "string | undefined"],
  ['Call<"listVolumes">["query"]["kinds"]', '("fast" | "slow")[] | undefined'],
  ['Call<"replaceVolume">["headers"]["If-Match"]', "string"],
  ['Call<"getLevel">["params"]["level"]', "number"],
  ['"id" extends keyof Call<"createVolume">["body"] ? "there" : "left out"', '"left out"'],
  ['Call<"startPublic">["body"]', "{ force?: boolean } | undefined"],
  ['[{ members: { limit: number } }] extends Quota ? "taken" : "refused"', '"taken"'],
  ['[{ members: { limit: string } }] extends Quota ? "taken" : "refused"', '"refused"'],
  ['[] extends Quota ? "taken" : "refused"', '"refused"'],
  ['[] extends ProblemArguments<"not-found", ExtendedProblems> ? "taken" : "refused"', '"taken"'],
];

const prelude = `
import type { HandlersOf } from "${packageFolder}src/http/operation-types.ts";
import type { ProblemArguments } from "${packageFolder}src/http/problem.ts";
import type { operations as data } from "./operations.gen.ts";
import type { ExtendedProblems } from "./problems.gen.ts";
import type { operations as types } from "./types.gen.ts";
type Handlers = HandlersOf<types, typeof data>;
type Call<Id extends keyof Handlers> = Parameters<Handlers[Id]>[0];
type Result<Id extends keyof Handlers> = Awaited<ReturnType<Handlers[Id]>>;
type Quota = ProblemArguments<"quota", ExtendedProblems>;
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
`;
const lines = [
  ...replies.map(([operationId, reply]) => `export const _: Result<"${operationId}"> = ${reply};`),
  ...calls.map(([type, is]) => `export const _: Same<${type}, ${is}> = true;`),
].map((line, index) => line.replace("_:", `_${index}:`));

/** The lines that do not compile. */
const wrong = new Set<string | undefined>();
beforeAll(async () => {
  const tour = apiOf(await tourDescription());
  // Inside the package, so that the compiler finds the types of Node.js.
  const folder = mkdtempSync(join(packageFolder, "node_modules/tour-"));
  try {
    const files = {
      "types.gen.ts": typesSource(tour.document, "vitest"),
      "operations.gen.ts": serverOperationsSource(tour, "vitest"),
      "problems.gen.ts": problemsSource(tour, "vitest"),
      "check.ts": prelude + lines.join("\n"),
      "tsconfig.json": JSON.stringify({
        extends: join(packageFolder, "tsconfig.json"),
        compilerOptions: { noEmit: true },
        files: ["check.ts"],
        include: [],
      }),
    };
    for (const [name, text] of Object.entries(files)) {
      const placed = text
        .replaceAll(/(?<=from ")\.(?=\/(operation|spec-document)\.ts")/g, `${packageFolder}src/openapi`)
        .replace('from "@compute-host/types"', 'from "./types.gen.ts"');
      writeFileSync(join(folder, name), placed);
    }
    const output = await compile(folder);
    const first = prelude.split("\n").length;
    for (const line of output.split("\n").filter((one) => one.includes("error TS"))) {
      const [, at] = /check\.ts\((\d+),/.exec(line) ?? [];
      const text = at === undefined ? undefined : lines[Number(at) - first];
      if (text === undefined) throw new Error(line);
      wrong.add(text);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

async function compile(folder: string): Promise<string> {
  const compiler = join(packageFolder, "node_modules/.bin/tsc");
  return (await runProcess(compiler, ["-p", folder, "--pretty", "false"])).stdout;
}

describe("a reply", () => {
  test.each(replies.map((row, index) => [...row, index] as const))("%s: %s %s", (...row) => {
    const index = row.at(-1) as number;
    expect(wrong.has(lines[index])).toBe(replies[index]?.[2] !== undefined);
  });
});

test.each(calls.map((row, index) => [...row, index] as const))("%s is %s", (_type, _is, index) => {
  expect(wrong).not.toContain(lines[replies.length + index]);
});

test("a handler of the spec returns a text, and not nothing", () => {
  expectTypeOf<string>().toExtend<Awaited<ReturnType<OperationHandlers["getComputer"]>>>();
  expectTypeOf<undefined>().not.toExtend<Awaited<ReturnType<OperationHandlers["getComputer"]>>>();
});
