import type { StoredComputer } from "../../src/computers/computer.ts";
import type { ComputerStore } from "../../src/computers/computer-store.ts";
import { newComputer } from "../../src/computers/new-computer.ts";

/** A computer that is ready unless its steps say something else, by default owned by `usr_ada`. */
export function sampleComputer(
  changes: Partial<Omit<StoredComputer, "status">> & { readonly id: string },
): StoredComputer {
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

/** Adds computers in one import; an ID stands for a sample computer. */
export async function addComputers(
  store: ComputerStore,
  ...computers: readonly (StoredComputer | string)[]
): Promise<void> {
  await store.add(computers.map((one) => (typeof one === "string" ? sampleComputer({ id: one }) : one)));
}

/** Sets fields of a computer of `usr_ada`, and resolves to its text. */
export function changeComputer(
  store: Pick<ComputerStore, "change">,
  id: string,
  fields: Partial<StoredComputer>,
): Promise<string | undefined> {
  return store.change({ id, ownerId: "usr_ada" }, (computer) => ({
    computer: { ...computer, ...fields },
    startsJob: false,
  }));
}

/** Starts a job of a computer of `usr_ada`. */
export function startJob(store: Pick<ComputerStore, "change">, id: string): Promise<string | undefined> {
  return store.change({ id, ownerId: "usr_ada" }, (computer) => ({ computer, startsJob: true }));
}
