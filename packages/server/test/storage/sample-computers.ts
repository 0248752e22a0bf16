import type { StoredComputer } from "../../src/computers/computer.ts";
import { newComputer } from "../../src/computers/new-computer.ts";

/** A computer that is ready, owned by `usr_ada` unless told otherwise. */
export function sampleComputer(changes: Partial<StoredComputer> & { readonly id: string }): StoredComputer {
  return newComputer(
    {
      name: changes.id,
      providerType: "managed",
      ownerId: "usr_ada",
      ownerPrincipalKind: "user",
      createdAt: 1_795_000_000_000,
      provisioningSteps: [
        { id: "install-deps", name: "Install dependencies", status: "completed", installSessionId: "ins_1" },
      ],
      ...changes,
    },
    1_795_000_000_000,
  );
}
