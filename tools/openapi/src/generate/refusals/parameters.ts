import { DescriptionError } from "../../model/description-error.ts";
import { checkParameters, parameterShape } from "../../model/parameter-shape.ts";
import { placeAt } from "../../model/pointer.ts";
import { ofEach } from "./operations.ts";
import type { Refusal } from "./refusal.ts";

/** What parameters may not be. */
export const parameterRefusals: readonly Refusal[] = [
  {
    construct: "Parameters in cookies, and a place, style and type that OpenAPI does not combine",
    check: ofEach((operation, { document }) => checkParameters(document, operation)),
  },
  {
    construct: "`allowEmptyValue` of anything but a text",
    check: ofEach(({ parameters }, { document }) => {
      for (const parameter of parameters) {
        const { name, pointer } = parameter;
        if (placeAt(document, pointer).value.allowEmptyValue !== true) continue;
        if (parameterShape(document, parameter, parameters).kind === "string") continue;
        throw new DescriptionError(
          `The query parameter ${JSON.stringify(name)} allows an empty value, which its schema does not: remove \`allowEmptyValue\`, or make it a string.`,
          pointer,
        );
      }
    }),
  },
];
