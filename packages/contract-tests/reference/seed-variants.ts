import { by, type Tables } from "./acts.ts";
import { ada, type Computer, firstId, hosts, ids, nightly } from "./computers.ts";

/** Adds copies of the first owner's computers, up to a number. */
function many(computers: readonly Computer[], count: number): readonly Computer[] {
  const own = computers.filter(({ ownerId }) => ownerId === ada.id);
  const copies = Array.from({ length: count - own.length }, (_, index): Computer => {
    const { hostId: _host, ...computer } = own[index % own.length] as Computer;
    const provisioningSteps = computer.provisioningSteps.map((step) =>
      step.installSessionId ? { ...step, installSessionId: `${step.installSessionId}_${index}` } : step,
    );
    const createdAt = computer.createdAt - index * 1_000;
    return {
      ...computer,
      id: String(1_000 + index),
      name: `${computer.name}-${index}`,
      createdAt,
      provisioningSteps,
    };
  });
  return [...computers, ...copies];
}

/** Computers that a right host may start with. */
export const seedVariants = {
  seed: {
    "no-computers": by("listComputers#1", (all) => all.filter(({ ownerId }) => ownerId !== ada.id)),
    "no-foreign-computers": by("listComputers#1", (all) =>
      all.filter(({ ownerId }) => ownerId !== nightly.id),
    ),
    "one-computer": by("listComputers#1", (all) =>
      all.filter(({ id, ownerId }) => ownerId !== ada.id || id === ids.installFailed),
    ),
    "three-hundred-computers": by("listComputers#1", (all) => many(all, 300)),
    "only-active-computers": by("Computer.status#1", (all) =>
      all.filter(({ status }) => status === "active"),
    ),
  },
  seeded: {
    "host-of-both-owners": by(
      "Computer.hostId#1",
      ({ id }) => id === ids.foreignActive && { hostId: hosts.active.toUpperCase() },
    ),
    "no-hosts": by("Computer.hostId#1", () => ({ hostId: undefined })),
    "long-names": by("Computer.name", ({ name }) => ({ name: `${name} ${"x".repeat(80)}` })),
    "one-empty-name": by("Computer.name", ({ id }) => id === ids.active && { name: "" }),
    "same-creation-time": by("Computer.createdAt#1", () => ({ createdAt: 1_760_000_000_000 })),
    "ids-need-encoding": by("ComputerId#1", ({ id }) => ({ id: `cmp/ü 100%+#${id}` })),
    "ids-of-one-letter": by("ComputerId#1", ({ id }) => ({
      id: "abcdefghijklmnop"[Number(id) - firstId] ?? id,
    })),
  },
} as const satisfies Tables;
