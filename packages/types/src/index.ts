/**
 * Types of the Compute Host Management Interface v0, generated from its OpenAPI description.
 *
 * @packageDocumentation
 */
import type { Computer, Problem, ProvisioningStep } from "./interfaces.gen.ts";
import type { operations } from "./openapi.gen.ts";

export type {
  Computer,
  ComputerList,
  ComputerSource,
  ComputerUpdate,
  Problem,
  ProvisioningStep,
} from "./interfaces.gen.ts";
export type { components, operations, paths } from "./openapi.gen.ts";

/** Who provides the machine. */
export type ProviderType = Computer["providerType"];

/** State of a computer. */
export type ComputerStatus = NonNullable<Computer["status"]>;

/** State of a provisioning step; open, so any string is one. */
export type StepStatus = NonNullable<ProvisioningStep["status"]>;

/** The kind of a problem; open, so any string is one. */
export type ProblemType = Problem["type"];

/** One place where a request breaks the schema, as a 400 lists them. */
export type Violation = NonNullable<Problem["errors"]>[number];

/** The operationIds of the interface. */
export type OperationId = keyof operations;

/** The query parameters of `listComputers`, as they are on the wire. */
export type ListComputersQuery = NonNullable<operations["listComputers"]["parameters"]["query"]>;
