import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as client from "@compute-host/client";
import { type Api, knownValues, objectOf, readApi, type Schema } from "@compute-host/openapi";
import { beforeAll, expect, test } from "vitest";
import { catalogue } from "../src/errors/catalogue.ts";
import { findClientClass } from "../src/errors/client-class.ts";
import { type ProblemKind, problemKinds } from "../src/errors/problem-kinds.ts";

let api: Api;
let kinds: readonly ProblemKind[];
beforeAll(async () => {
  api = await readApi(fileURLToPath(import.meta.resolve("@compute-host/spec/openapi.yaml")));
  kinds = problemKinds(api);
});

test("the catalogue explains every type of problem that the spec names, and no other", () => {
  const { type } = objectOf(api.schemas.Problem?.properties);
  const known = knownValues(objectOf(type) as Schema) ?? [];
  expect(
    Object.keys(catalogue)
      .map((name) => `/problems/${name}`)
      .toSorted(),
  ).toEqual(known.toSorted());
  expect(kinds.map((kind) => kind.type).toSorted()).toEqual(known.toSorted());
});

test("errors of the transport are among them", () => {
  const statuses = new Set(kinds.map(({ status }) => status));
  for (const status of [405, 408, 413, 417, 431]) expect(statuses).toContain(status);
});

test("exactly the errors with Retry-After in the spec may be repeated after it", () => {
  const statuses = new Set<number>();
  for (const { responses } of api.operations) {
    for (const { status, headers } of responses) {
      if (headers.some(({ name }) => name === "Retry-After")) statuses.add(Number(status));
    }
  }
  for (const { status, repeat } of kinds) expect(repeat === "after-retry-after").toBe(statuses.has(status));
});

test("ARCHITECTURE.md names errors with their statuses", () => {
  const text = readFileSync(new URL("../../../ARCHITECTURE.md", import.meta.url), "utf8");
  const named = [...text.matchAll(/\b(\d{3}) ([a-z]+(?:-[a-z]+)+)/g)].map(([pair]) => pair);
  expect(named.length).toBeGreaterThan(5);
  expect(kinds.map(({ status, name }) => `${status} ${name}`)).toEqual(expect.arrayContaining(named));
});

test("each has a class that the client exports", async () => {
  for (const kind of kinds) expect(client).toHaveProperty(await findClientClass(kind));
});

test("each kind names the operations that list it", () => {
  const conflicts = kinds.filter(({ status }) => status === 409);
  expect(conflicts.map(({ operations }) => operations.length)).toEqual(conflicts.map(() => 1));
});

test("a kind that nothing explains, and an explanation of nothing, stop the build", () => {
  const unknown = JSON.parse(JSON.stringify(api).replaceAll("/problems/name-taken", "/problems/name-lost"));
  expect(() => problemKinds(unknown)).toThrow("The spec has no example of name-taken.");
});
