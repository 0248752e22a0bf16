/**
 * Types of the Compute Host Management Interface v0, generated from its OpenAPI description.
 *
 * @packageDocumentation
 */
import type { components, operations, paths } from "./openapi.gen.ts";

export type { components, operations, paths };

/** A computer. Every operation on one computer returns this shape. */
export type Computer = components["schemas"]["Computer"];

/** One step of provisioning. No field is required. */
export type ProvisioningStep = components["schemas"]["ProvisioningStep"];

/** What a computer was made from; unknown kinds pass through. */
export type ComputerSource = components["schemas"]["ComputerSource"];

/** Computers, as `listComputers` returns them. */
export type ComputerList = components["schemas"]["ComputerList"];

/** The body of `updateComputer`; all fields are optional. */
export type ComputerUpdate = components["schemas"]["ComputerUpdate"];

/** An error after [RFC 9457](https://www.rfc-editor.org/rfc/rfc9457). */
export type Problem = components["schemas"]["Problem"];

/** Who provides the machine. */
export type ProviderType = Computer["providerType"];

/** State of a computer. */
export type ComputerStatus = NonNullable<Computer["status"]>;

/** The operationIds of the interface. */
export type OperationId = keyof operations;

/** The query parameters of `listComputers`, as they are on the wire. */
export type ListComputersQuery = NonNullable<operations["listComputers"]["parameters"]["query"]>;
