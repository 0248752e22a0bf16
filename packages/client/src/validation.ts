import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { BodyTypes } from "./body-types.gen.ts";

/** Validators for the JSON bodies of requests and successful responses. */
export type ClientSchemas = {
  readonly [Name in keyof BodyTypes]: StandardSchemaV1<unknown, BodyTypes[Name]>;
};
