/**
 * Standard Schema validators (https://standardschema.dev) of the spec's schemas: unknown properties and unknown values of
 * open strings are valid, as a newer service may send them.
 *
 * @packageDocumentation
 */
import type {
  Computer,
  ComputerList,
  ComputerSource,
  ComputerUpdate,
  Problem,
  ProvisioningStep,
  Violation,
} from "@compute-host/types";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { findSchemaIssues, type SchemaNode } from "./schema-node.ts";
import * as nodes from "./schemas.gen.ts";
import type { ClientSchemas } from "./validation.ts";

function standardSchema<T>(node: SchemaNode): StandardSchemaV1<unknown, T> {
  const validate = (value: unknown): StandardSchemaV1.Result<T> => {
    const issues = findSchemaIssues(node, value);
    return issues.length > 0 ? { issues } : { value: value as T };
  };
  return { "~standard": { version: 1, vendor: "@compute-host/client", validate } };
}

/** A computer. */
export const ComputerSchema: StandardSchemaV1<unknown, Computer> = /* @__PURE__ */ standardSchema(
  nodes.computerSchema,
);

/** Computers, as the list returns them. */
export const ComputerListSchema: StandardSchemaV1<unknown, ComputerList> = /* @__PURE__ */ standardSchema(
  nodes.computerListSchema,
);

/** The body of an update; the one schema that refuses unknown properties. */
export const ComputerUpdateSchema: StandardSchemaV1<unknown, ComputerUpdate> = /* @__PURE__ */ standardSchema(
  nodes.computerUpdateSchema,
);

/** What a computer was made from. */
export const ComputerSourceSchema: StandardSchemaV1<unknown, ComputerSource> = /* @__PURE__ */ standardSchema(
  nodes.computerSourceSchema,
);

/** One step of provisioning. */
export const ProvisioningStepSchema: StandardSchemaV1<unknown, ProvisioningStep> =
  /* @__PURE__ */ standardSchema(nodes.provisioningStepSchema);

/** A problem document (RFC 9457). */
export const ProblemSchema: StandardSchemaV1<unknown, Problem> = /* @__PURE__ */ standardSchema(
  nodes.problemSchema,
);

/** One place where a request breaks the schema, as a problem lists them. */
export const ViolationSchema: StandardSchemaV1<unknown, Violation> = /* @__PURE__ */ standardSchema(
  nodes.violationSchema,
);

/** What `createClient` takes as `validate`. */
export const schemas: ClientSchemas = {
  Computer: ComputerSchema,
  ComputerList: ComputerListSchema,
  ComputerUpdate: ComputerUpdateSchema,
};

export type { ClientSchemas };
