import { expectTypeOf, test } from "vitest";
import type {
  Computer,
  ComputerList,
  ComputerSource,
  ComputerUpdate,
  components,
  OperationId,
  Problem,
  ProvisioningStep,
  ProvisioningStepStatus,
} from "./index.gen.ts";

test("a computer requires the fields that the interface requires", () => {
  type Required = { [K in keyof Computer]-?: undefined extends Computer[K] ? never : K }[keyof Computer];
  expectTypeOf<Required>().toEqualTypeOf<"id" | "name" | "providerType" | "createdAt">();
});

test("a closed enum accepts only its values", () => {
  expectTypeOf<Computer["providerType"]>().toEqualTypeOf<"byom" | "managed">();
  expectTypeOf<"paused">().not.toExtend<Computer["status"]>();
});

test("an open enum accepts any string", () => {
  expectTypeOf<"paused">().toExtend<ProvisioningStep["status"]>();
  expectTypeOf<"team">().toExtend<Computer["ownerPrincipalKind"]>();
  expectTypeOf<"snapshot">().toExtend<ComputerSource["kind"]>();
});

test("an open enum keeps its known values for completion", () => {
  expectTypeOf<Extract<ProvisioningStep["status"], "pending">>().toEqualTypeOf<"pending">();
});

test("a misspelled field of an update does not compile", () => {
  // @ts-expect-error -- `nmae` is not a field of an update
  const update: ComputerUpdate = { nmae: "build-box" };
  expectTypeOf(update).toEqualTypeOf<ComputerUpdate>();
});

test("has the operations of the interface", () => {
  expectTypeOf<
    "listComputers" | "getComputer" | "updateComputer" | "retryInstallDeps"
  >().toExtend<OperationId>();
});

test("the schemas of `paths` and the named interfaces are assignable to each other", () => {
  type Schemas = components["schemas"];
  type Named = {
    Computer: Computer;
    ComputerList: ComputerList;
    ComputerSource: ComputerSource;
    ComputerUpdate: ComputerUpdate;
    Problem: Problem;
    ProvisioningStep: ProvisioningStep;
  };
  expectTypeOf<Pick<Schemas, keyof Named>>().toExtend<Named>();
  expectTypeOf<Named>().toExtend<Pick<Schemas, keyof Named>>();
});

test("a step status is a string with its methods, in `paths` too", () => {
  expectTypeOf<ProvisioningStepStatus["toUpperCase"]>().toEqualTypeOf<string["toUpperCase"]>();
  expectTypeOf<components["schemas"]["ProvisioningStep"]["status"]>().toEqualTypeOf<string | undefined>();
});
