import { walkAllSchemas } from "../../model/all-schemas.ts";
import { checkAll } from "../../model/check-all.ts";
import { DescriptionError } from "../../model/description-error.ts";
import { objectOf } from "../../model/json.ts";
import { pointerOf } from "../../model/pointer.ts";
import type { Refusal } from "./refusal.ts";

/** Patterns use ECMA-262 with the flag `u` (JSON Schema 2020-12, section 6.4). */
export const patternRefusals: readonly Refusal[] = [
  {
    construct: "Patterns that are not ECMA-262 regular expressions",
    check(api) {
      const checks: (() => void)[] = [];
      walkAllSchemas(api, ({ pattern, patternProperties }, pointer) => {
        if (typeof pattern === "string") {
          checks.push(() => checkPattern(pattern, pointer + pointerOf("pattern")));
        }
        for (const name of Object.keys(objectOf(patternProperties))) {
          checks.push(() => checkPattern(name, pointer + pointerOf("patternProperties", name)));
        }
      });
      checkAll(checks);
    },
  },
];

function checkPattern(pattern: string, pointer: string): void {
  try {
    new RegExp(pattern, "u");
  } catch (cause) {
    const what = `${JSON.stringify(pattern)} is not an ECMA-262 regular expression`;
    throw new DescriptionError(`${what}: correct it.`, pointer, { cause });
  }
}
