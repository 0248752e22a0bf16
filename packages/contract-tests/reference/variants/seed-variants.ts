import type { Computer } from "../computer.ts";
import { type Patch, within } from "../deviation.ts";
import { ada, nightly, seedHosts, seedIds } from "../seed-computers.ts";

/** Leaves out some of the initial computers. */
const keeps = (isKept: (computer: Computer) => boolean): Patch => ({
  seed: (computers) => computers.filter(isKept),
});

/** Changes each of the initial computers. */
const seeds = (change: (computer: Computer) => Computer): Patch => ({
  seed: (computers) => computers.map(change),
});

/** Adds copies of the first owner's computers, up to a number. */
function many(count: number): Patch {
  return {
    seed(computers) {
      const own = computers.filter(({ ownerId }) => ownerId === ada.id);
      const copies = Array.from({ length: count - own.length }, (_, index): Computer => {
        const { hostId: _host, ...computer } = own[index % own.length] as Computer;
        const suffix = String(index).padStart(4, "0");
        const createdAt = computer.createdAt - index * 1_000;
        const provisioningSteps = computer.provisioningSteps.map((step) =>
          step.installSessionId ? { ...step, installSessionId: `${step.installSessionId}_${suffix}` } : step,
        );
        const name = `${computer.name}-${suffix}`;
        return { ...computer, id: `cmp_m${suffix}`, name, createdAt, provisioningSteps };
      });
      return [...computers, ...copies];
    },
  };
}

/** Variants in the computers that there are. */
export const seedVariants = {
  ...within("listComputers#1", {
    "no-computers": keeps(({ ownerId }) => ownerId !== ada.id),
    "no-foreign-computers": keeps(({ ownerId }) => ownerId !== nightly.id),
    "one-computer": keeps(({ id, ownerId }) => ownerId !== ada.id || id === seedIds.installFailed),
  }),
  ...within("Computer.status#1", {
    "active-computers-alone": keeps(({ status }) => status === "active"),
    "bare-byom": seeds((computer) =>
      computer.providerType === "byom" ? { ...computer, status: "active", provisioningSteps: [] } : computer,
    ),
  }),
  ...within("Computer.hostId#1", {
    "host-of-both-owners": seeds((computer) =>
      computer.id === seedIds.otherActive
        ? { ...computer, hostId: seedHosts.active.toUpperCase() }
        : computer,
    ),
    "no-hosts": seeds(({ hostId: _dropped, ...computer }) => computer),
  }),
  ...within("Computer.name", {
    "long-names": seeds((computer) => ({ ...computer, name: `${computer.name} ${"x".repeat(80)}` })),
    "one-empty-name": seeds((computer) =>
      computer.id === seedIds.active
        ? { ...computer, name: "" }
        : computer.id === seedIds.byom
          ? { ...computer, remoteUser: "u".repeat(64) }
          : computer,
    ),
  }),
  ...within("listComputers#1", {
    "three-hundred-computers": many(300),
    "three-thousand-computers": many(3_000),
  }),
  ...within("Computer.createdAt#1", {
    "same-creation-time": seeds((computer) => ({ ...computer, createdAt: 1_760_000_000_000 })),
  }),
  ...within("ComputerId#1", {
    "ids-are-numbers": {
      seed: (computers) => computers.map((computer, index) => ({ ...computer, id: String(index) })),
    },
    "ids-need-encoding": seeds((computer) => ({
      ...computer,
      id: computer.id.replace("cmp_", "cmp/ü 100%+#"),
    })),
  }),
};
