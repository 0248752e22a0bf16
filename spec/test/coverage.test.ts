import { fileURLToPath } from "node:url";
import { apiOf, readDescription } from "@compute-host/openapi";
import { describe, expect, test } from "vitest";
import { type Coverage, measureCoverage } from "../src/coverage.ts";
import { at, type Mutable, mutableCopy } from "./mutable.ts";

const file = fileURLToPath(new URL("../openapi.yaml", import.meta.url));

describe("a place without its part", () => {
  const listGet = (document: Mutable) => at(document, "paths", "/api/v0/computers", "get");
  const firstParameter = (document: Mutable) => at(listGet(document), "parameters", "0");
  const component = (document: Mutable, name: string) => at(document, "components", "responses", name);
  const removals: [keyof Coverage, (document: Mutable) => void][] = [
    [
      "2xx bodies with example",
      (document) => {
        delete at(listGet(document), "responses", "200", "content", "application/json").examples;
      },
    ],
    [
      "error bodies with example",
      (document) => {
        delete at(component(document, "InternalError"), "content", "application/problem+json").examples;
      },
    ],
    [
      "errors as problem+json",
      (document) => {
        component(document, "OtherError").content = { "application/json": {} };
      },
    ],
    ["parameters described", (document) => delete firstParameter(document).description],
    ["parameters with example", (document) => delete firstParameter(document).example],
    ["401 on every operation", (document) => delete at(listGet(document), "responses")["401"]],
    ["default on every operation", (document) => delete at(listGet(document), "responses").default],
  ];

  test.each(removals)("lowers %s and is reported", async (column, remove) => {
    const document = mutableCopy(await readDescription(file));
    remove(document);
    const share = measureCoverage(apiOf(document))[column];
    expect(share.covered).toBeLessThan(share.total);
    expect(share.missing.join()).toContain("listComputers");
  });
});
