// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.

export type { components, operations, paths, OperationId, Computer, ProvisioningStep, ComputerSource, ComputerList, ComputerUpdate, Problem, Violation, ComputerProviderType, ComputerStatus, ComputerOwnerPrincipalKind, ProvisioningStepStatus, ComputerSourceKind, ProblemType } from "@compute-host/types";
export type { ListComputersOptions, ComputersOperations, Resources } from "./resources.gen.ts";
