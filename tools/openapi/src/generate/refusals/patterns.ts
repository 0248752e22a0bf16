import { checkAll } from "../../model/check-all.ts";
import { DescriptionError } from "../../model/description-error.ts";
import { regex } from "../../model/formats.ts";
import { objectOf } from "../../model/json.ts";
import { pointerOf } from "../../model/pointer.ts";
import type { Refusal } from "./refusal.ts";
import { ofEachSchema } from "./schemas.ts";

/** Patterns use ECMA-262 with the flag `u` (JSON Schema 2020-12, section 6.4). */
export const patternRefusals: readonly Refusal[] = [
  {
    construct: "Patterns that are not ECMA-262 regular expressions",
    check: ofEachSchema(({ pattern, patternProperties }, pointer) => {
      const names = Object.keys(objectOf(patternProperties));
      checkAll([
        ...(typeof pattern === "string" ? [() => checkPattern(pattern, pointer + pointerOf("pattern"))] : []),
        ...names.map((name) => () => checkPattern(name, pointer + pointerOf("patternProperties", name))),
      ]);
    }),
  },
];

function checkPattern(pattern: string, pointer: string): void {
  if (regex.test(pattern)) return;
  const what = `${JSON.stringify(pattern)} is not an ECMA-262 regular expression`;
  throw new DescriptionError(`${what}: correct it.`, pointer);
}
