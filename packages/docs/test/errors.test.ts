import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as client from "@compute-host/client";
import { knownValues, objectOf, type Schema } from "@compute-host/openapi";
import { readApi } from "@compute-host/openapi/read-api";
import { expect, test } from "vitest";
import { problemKinds } from "../src/pages/problem-kinds.ts";

const api = await readApi(fileURLToPath(import.meta.resolve("@compute-host/spec/openapi.yaml")));
const kinds = await problemKinds(api);

test("every type of problem that the spec names has a page, and no other", () => {
  const { type } = objectOf(api.schemas.Problem?.properties);
  expect(kinds.map((kind) => kind.type).toSorted()).toEqual(
    knownValues(objectOf(type) as Schema)?.toSorted(),
  );
});

test("ARCHITECTURE.md names errors with their statuses", () => {
  const text = readFileSync(new URL("../../../ARCHITECTURE.md", import.meta.url), "utf8");
  const named = [...text.matchAll(/\b(\d{3}) ([a-z]+(?:-[a-z]+)+)/g)].map(([pair]) => pair);
  expect(named.length).toBeGreaterThan(5);
  expect(kinds.map(({ status, name }) => `${status} ${name}`)).toEqual(expect.arrayContaining(named));
});

test("each has a class that the client exports", () => {
  for (const { clientClass } of kinds) expect(client).toHaveProperty(clientClass);
});

test("a kind that no text explains, and a text about no kind, stop the build", async () => {
  const unknown = JSON.parse(JSON.stringify(api).replaceAll("/problems/name-taken", "/problems/name-lost"));
  await expect(problemKinds(unknown)).rejects.toThrow("The spec has no example of name-taken.");
});
