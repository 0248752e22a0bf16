import { checkParameters } from "../../model/parameter-shape.ts";
import { ofEach } from "./operations.ts";
import type { Refusal } from "./refusal.ts";

/** What parameters may not be. */
export const parameterRefusals: readonly Refusal[] = [
  {
    construct: "Parameters in cookies, and a place, style and type that OpenAPI does not combine",
    check: ofEach((operation, { document }) => checkParameters(document, operation)),
  },
];
