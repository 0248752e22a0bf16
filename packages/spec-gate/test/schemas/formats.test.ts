import { expect, test } from "vitest";
import { types } from "../../src/schema/alternatives/alternative.ts";
import { formatSamples } from "../../src/schema/alternatives/example.ts";
import { object, verdictOf } from "../api.ts";

const others = ["integer", ...types.filter((type) => type !== "string")];

test.each(Object.keys(formatSamples))("%s, a format of texts, says nothing about other values", (format) => {
  const ofAll = (more: object) => object(Object.fromEntries(others.map((type) => [type, { type, ...more }])));
  for (const side of ["request", "response"]) {
    const [without, withIt] = [{ [side]: ofAll({}) }, { [side]: ofAll({ format }) }] as const;
    for (const { changes } of [verdictOf(without, withIt), verdictOf(withIt, without)])
      expect.soft(changes.map(({ rule }) => rule)).toEqual(["rearranged"]);
  }
});
