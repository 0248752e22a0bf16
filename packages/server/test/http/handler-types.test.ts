import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runProcess } from "@compute-host/command-line/process";
import { serverOperationsSource } from "@compute-host/openapi/server-operations-source";
import { problemsSource } from "@compute-host/openapi/server-problems-source";
import { typesSource } from "@compute-host/openapi/types-source";
import { beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import type { OperationHandlers } from "../../src/http/operation-types.ts";
import { fleet } from "./fleet.ts";

const packageFolder = fileURLToPath(new URL("../../", import.meta.url));

/** What an operation may return, and what it must not. */
const replies: readonly (readonly [operationId: string, reply: string, error?: string])[] = [
  ["createShip", '{ status: 201, headers: { Location: "/ships/1" }, body: { id: "a", name: "argo" } }'],
  ["createShip", "{ status: 202 }"],
  ["createShip", "{ status: 402, body: { berths: 1 } }"],
  ["createShip", '{ status: 201, headers: {}, body: "{}" }', "Location is required"],
  ["createShip", '{ status: 201, body: "{}" }', "Location is required"],
  ["createShip", '"{}"', "the first success needs a header field"],
  ["createShip", '{ status: 409, body: "{}" }', "409 is not documented"],
  ["createShip", "{ status: 402, body: { berths: true } }", "402 has another shape"],
  ["createShip", '{ status: 202, body: "{}" }', "202 has no body"],
  ["listShips", '{ status: 200, headers: { "X-Total-Count": 1 }, body: "[]" }'],
  [
    "listShips",
    '{ status: 200, headers: { "X-Total-Count": 1, Age: 1 }, body: [] }',
    "Age is not documented",
  ],
  ["listShips", '{ status: 200, headers: { "X-Total-Count": "1" }, body: [] }', "X-Total-Count is a number"],
  ["getShip", '"{}"'],
  ["getShip", "undefined", "the first success has a body"],
  ["replaceShip", "undefined"],
  ["replaceShip", '"{}"', "the first success has no body"],
];

/** The types of what a handler gets. */
const calls: readonly (readonly [type: string, is: string])[] = [
  ['Call<"listShips">["ownerId"]', "string"],
  ['Call<"getHealth">["ownerId"]', "undefined"],
  ['Call<"listShips">["query"]["limit"]', "number"],
  ['Call<"listShips">["query"]["flag"]', "string | undefined"],
  ['Call<"listShips">["headers"]["X-Sort"]', '"name" | "age"'],
  ['Call<"getShip">["params"]["shipId"]', "number"],
  ['"id" extends keyof Call<"createShip">["body"] ? "there" : "left out"', '"left out"'],
  ['Call<"replaceShip">["body"]', 'Call<"createShip">["body"] | undefined'],
  ['[{ members: { depth: number } }] extends LowTide ? "taken" : "refused"', '"taken"'],
  ['[{ members: { depth: string } }] extends LowTide ? "taken" : "refused"', '"refused"'],
  ['[] extends LowTide ? "taken" : "refused"', '"refused"'],
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
type LowTide = ProblemArguments<"low-tide", ExtendedProblems>;
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
`;
const lines = [
  ...replies.map(([operationId, reply]) => `export const _: Result<"${operationId}"> = ${reply};`),
  ...calls.map(([type, is]) => `export const _: Same<${type}, ${is}> = true;`),
].map((line, index) => line.replace("_:", `_${index}:`));

/** The lines that do not compile. */
const wrong = new Set<string | undefined>();
beforeAll(async () => {
  // Inside the package, so that the compiler finds the types of Node.js.
  const folder = mkdtempSync(join(packageFolder, "node_modules/fleet-"));
  try {
    const files = {
      "types.gen.ts": typesSource(fleet.document, "vitest"),
      "operations.gen.ts": serverOperationsSource(fleet, "vitest"),
      "problems.gen.ts": problemsSource(fleet, "vitest"),
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
