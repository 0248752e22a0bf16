import { by, type Tables } from "./acts.ts";
import { ada, type Computer, hosts, ids, nightly } from "./computers.ts";

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

/** Changes each of the first computers. */
const seeds = (change: (computer: Computer) => Computer) => (computers: readonly Computer[]) =>
  computers.map(change);

/** Computers that a right host may have at first. */
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
    "active-computers-alone": by("Computer.status#1", (all) =>
      all.filter(({ status }) => status === "active"),
    ),
    "host-of-both-owners": by(
      "Computer.hostId#1",
      seeds((one) => (one.id === ids.foreignActive ? { ...one, hostId: hosts.active.toUpperCase() } : one)),
    ),
    "no-hosts": by(
      "Computer.hostId#1",
      seeds(({ hostId: _dropped, ...one }) => one),
    ),
    "long-names": by(
      "Computer.name",
      seeds((one) => ({ ...one, name: `${one.name} ${"x".repeat(80)}` })),
    ),
    "one-empty-name": by(
      "Computer.name",
      seeds((one) => (one.id === ids.active ? { ...one, name: "" } : one)),
    ),
    "same-creation-time": by(
      "Computer.createdAt#1",
      seeds((one) => ({ ...one, createdAt: 1_760_000_000_000 })),
    ),
    "ids-need-encoding": by(
      "ComputerId#1",
      seeds((one) => ({ ...one, id: `cmp/ü 100%+#${one.id}` })),
    ),
    "ids-of-one-letter": by(
      "ComputerId#1",
      seeds((one) => ({ ...one, id: "abcdefghijklmnop"[Number(one.id) - 400] ?? one.id })),
    ),
  },
} as const satisfies Tables;
