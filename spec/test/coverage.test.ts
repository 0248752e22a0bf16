import { describe, expect, test } from "vitest";
import { type Coverage, measureCoverage, percent, type Share } from "../src/coverage.ts";
import { type JsonObject, objectOf, readDocument, resolveRef } from "../src/openapi-document.ts";
import { lowestScore, scoreOf } from "../src/score.ts";

const file = new URL("../openapi.yaml", import.meta.url);
const columns = Object.entries(measureCoverage(await readDocument(file))) as [keyof Coverage, Share][];

describe("coverage", () => {
  test.each(columns)("%s: 100 %", (_column, share) => {
    expect(share.total).toBeGreaterThan(0);
    expect(share.missing).toEqual([]);
    expect(percent(share)).toBe(100);
  });
});

describe("score", () => {
  test(`is at least ${lowestScore}`, async () => {
    const { agentReadiness } = await scoreOf("openapi.yaml");
    expect(agentReadiness).toBeGreaterThanOrEqual(lowestScore);
  });
});

describe("a place without its part", () => {
  const listGet = (document: JsonObject) =>
    objectOf(objectOf(objectOf(document.paths)["/api/v0/computers"]).get);
  const removals: [keyof Coverage, (document: JsonObject) => void][] = [
    [
      "2xx bodies with example",
      (document) => {
        const response = objectOf(objectOf(listGet(document).responses)["200"]);
        delete objectOf(objectOf(response.content)["application/json"]).examples;
      },
    ],
    [
      "error bodies with example",
      (document) => {
        const response = resolveRef(document, objectOf(listGet(document).responses)["500"]);
        delete objectOf(objectOf(response.content)["application/problem+json"]).examples;
      },
    ],
    [
      "errors as problem+json",
      (document) => {
        const response = resolveRef(document, objectOf(listGet(document).responses).default);
        response.content = { "application/json": {} };
      },
    ],
    ["parameters described", (document) => delete firstParameter(document).description],
    ["parameters with example", (document) => delete firstParameter(document).example],
    ["401 on every operation", (document) => delete objectOf(listGet(document).responses)["401"]],
    ["default on every operation", (document) => delete objectOf(listGet(document).responses).default],
  ];

  function firstParameter(document: JsonObject): JsonObject {
    return objectOf((listGet(document).parameters as JsonObject[])[0]);
  }

  test.each(removals)("lowers %s and is named", async (column, remove) => {
    const document = await readDocument(file);
    remove(document);
    const share = measureCoverage(document)[column];
    expect(share.covered).toBeLessThan(share.total);
    expect(share.missing.join()).toContain("listComputers");
  });
});
