import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { apiOf, readDescription } from "../../src/index.ts";
import { apiWith, checkSources, code, generate } from "./check-sources.ts";
import { type Hostility, hostileDescription, nameKinds } from "./hostile-description.ts";
import { tagCounts } from "./run-generated.ts";

const fragments = [
  `*/ ${code}; /*`,
  `*/ ...(${code}, {}), /*`,
  `*/ }; ${code}; ({ /*`,
  `"; ${code}; "`,
  `' + (${code}) + '`,
  `\`\${${code}}\``,
  `"]: (${code}), ["`,
  ...["\n", "\r", "\r\n", "\u2028", "\u2029"].flatMap((end) => [
    end,
    `${end}${code};${end}`,
    `${end}@hostile `,
  ]),
  ..."*/ * / \" ' ` } ${ { \\ </script> --> // @hostile [ ] ( ; __proto__ a ö 日 2".split(" "),
  ...[" ", " @hostile {", "{@link ", "```\n"],
];
const text = fc
  .array(fc.constantFrom(...fragments), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join(""));

const hostility = (names: fc.Arbitrary<Hostility["names"]>) =>
  fc.record({ text, isBefore: fc.boolean(), names });

const read = (file: string) => readDescription(fileURLToPath(new URL(file, import.meta.url)));
const harbour = await read("../descriptions/harbour.yaml");
const ours = await read("../../../../spec/openapi.yaml");

/** How many random texts a description gets. */
export interface RandomTexts {
  readonly harbour: number;
  readonly ours: number;
  /** Whether harbour also gets each fragment of a text by itself. */
  readonly isEachAlone: boolean;
}

/** Tests that random texts of descriptions do not become code; the same ones each time. */
export function testRandomTexts(runs: RandomTexts): void {
  const descriptions = [
    {
      title: "harbour",
      description: harbour,
      numRuns: runs.harbour,
      alone: runs.isEachAlone ? fragments : [],
    },
    { title: "our own", description: ours, numRuns: runs.ours, alone: [] },
  ];

  describe.each(descriptions)("the $title description", ({ description, alone, numRuns }) => {
    const options = { numRuns, seed: 1 };
    const examples = alone.map((one): [Hostility] => [{ text: one, isBefore: false, names: [] }]);

    test("never becomes code with its texts, and is never refused for them", {
      timeout: 180_000,
    }, async () => {
      const harmless = hostileDescription(description, { text: "x", isBefore: false, names: [] });
      const tags = tagCounts(generate(apiOf(harmless)));
      await fc.assert(
        fc.asyncProperty(hostility(fc.constant([])), async (one) => {
          const api = await apiWith(hostileDescription(description, one));
          const sources = generate(api);
          checkSources(api, sources);
          expect(tagCounts(sources)).toEqual(tags);
        }),
        { ...options, numRuns: numRuns + examples.length, examples },
      );
    });

    test("never becomes code with its names, which mostly generate", async () => {
      const refused: string[] = [];
      let variants = 0;
      const kinds = fc.subarray([...nameKinds], { minLength: 1, maxLength: 2 });
      await fc.assert(
        fc.asyncProperty(hostility(kinds), async (one) => {
          variants += 1;
          const generated = await apiWith(hostileDescription(description, one))
            .then((api) => ({ api, sources: generate(api) }))
            .catch((error: Error) => void refused.push(`${one.names}: ${error.message}`));
          if (generated) checkSources(generated.api, generated.sources);
        }),
        options,
      );
      for (const message of refused) expect(message.split("\n")).toHaveLength(1);
      expect(refused.length).toBeLessThan(variants / 2);
    });
  });
}
