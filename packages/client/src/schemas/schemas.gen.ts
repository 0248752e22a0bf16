// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.

/**
 * Standard Schema validators (https://standardschema.dev) of the spec's schemas. Unknown properties and unknown values
 * of open strings are valid, because a newer service may send them.
 *
 * @packageDocumentation
 */
import * as nodes from "@compute-host/core/schema-nodes";
import type * as types from "@compute-host/types";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { ClientSchemas } from "../sending/options.ts";
import { bodyChecks, standardSchema } from "./schema-validation.ts";

/** A computer. Every operation on one computer returns this shape. */
export const ComputerSchema: StandardSchemaV1<unknown, types.Computer> = /* @__PURE__ */ standardSchema(nodes.computerSchema);

/** One step of provisioning. */
export const ProvisioningStepSchema: StandardSchemaV1<unknown, types.ProvisioningStep> = /* @__PURE__ */ standardSchema(nodes.provisioningStepSchema);

/** What the computer was created from. */
export const ComputerSourceSchema: StandardSchemaV1<unknown, types.ComputerSource> = /* @__PURE__ */ standardSchema(nodes.computerSourceSchema);

/** Computers, as the list operation returns them. */
export const ComputerListSchema: StandardSchemaV1<unknown, types.ComputerList> = /* @__PURE__ */ standardSchema(nodes.computerListSchema);

/** The fields of a computer to change; all are optional. */
export const ComputerUpdateSchema: StandardSchemaV1<unknown, types.ComputerUpdate> = /* @__PURE__ */ standardSchema(nodes.computerUpdateSchema);

/** An error. */
export const ProblemSchema: StandardSchemaV1<unknown, types.Problem> = /* @__PURE__ */ standardSchema(nodes.problemSchema);

/** One place where a request breaks the schema; either `pointer` or `parameter` names it. */
export const ViolationSchema: StandardSchemaV1<unknown, types.Violation> = /* @__PURE__ */ standardSchema(nodes.violationSchema);

/** All validators, for the option `validate` of `createClient`. */
export const schemas: ClientSchemas = {
  "ComputerList": ComputerListSchema,
  "Computer": ComputerSchema,
  "ComputerUpdate": ComputerUpdateSchema,
  ...bodyChecks({
    "listComputers": {"success":"ComputerList"},
    "getComputer": {"success":"Computer"},
    "updateComputer": {"request":"ComputerUpdate","success":"Computer"},
    "retryInstallDeps": {"success":"Computer"},
  }),
};

export type { ClientSchemas };
