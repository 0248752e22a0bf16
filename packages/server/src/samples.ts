import type { Computer } from "@compute-host/types";
import type { ComputerReader } from "./admin/computer-reader.ts";
import type { StoredComputer } from "./computers/computer.ts";
import { resolveNode, type SpecDocument } from "./spec/spec-document.ts";

/** Who owns the samples of a sandbox. */
export const sandboxOwnerId = "usr_sandbox";

/** Computers of the spec's examples that show every state between them. */
const sampleNames = [
  "computerProvisioning",
  "computerActive",
  "computerInstallDepsFailed",
  "computerByomWithHost",
  "computerManagedFromTemplate",
] as const;

/** The computers of a new sandbox: examples of the spec that are given to one owner. */
export function sampleComputers(spec: SpecDocument, readComputer: ComputerReader): readonly StoredComputer[] {
  return sampleNames.map((name) => {
    const { value } = resolveNode(spec, `/components/examples/${name}`).node;
    return readComputer({ ...(value as Computer), ownerPrincipalKind: "user", ownerId: sandboxOwnerId });
  });
}
