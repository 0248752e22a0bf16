import { by, type Changes, type Tables } from "../acts.ts";
import { type Computer, installDeps, type Step } from "../computers.ts";
import { fail, Problem } from "../problems.ts";

const isInstallDeps = ({ id }: Step) => id === installDeps;

/** Returns a computer without an optional field. */
function without(
  computer: Computer,
  field: "hostId" | "hostname" | "remoteUser" | "computerSource" | "relayClientUrl",
) {
  const { [field]: _dropped, ...rest } = computer;
  return rest;
}

/** Changes the steps that a retry leaves alone. */
function withOthers(computer: Computer, change: (step: Step) => readonly Step[]): Computer {
  const steps = computer.provisioningSteps.flatMap((step) => (isInstallDeps(step) ? [step] : change(step)));
  return { ...computer, provisioningSteps: steps };
}

/** Compares times that may be infinite. */
const compareTimes = (one: number, other: number) => (one === other ? 0 : one - other);
const keys = (changes: Changes) => Object.keys(changes) as (keyof Changes)[];
const failed = (step: Step): Step =>
  isInstallDeps(step) ? { ...step, status: "failed", error: "code 100" } : step;

/** Bugs in what becomes of a computer, each with the rule that it breaks. */
export const computerBugs = {
  stored: {
    "name-trimmed": by("updateComputer", (text, field) => (field === "name" ? text.trim() : text)),
    "name-normalised": by("updateComputer", (text, field) =>
      field === "name" ? text.normalize("NFC") : text,
    ),
    "user-trimmed": by("updateComputer", (text, field) => (field === "remoteUser" ? text.trim() : text)),
    "nul-cuts-user": by("updateComputer", (text, field) =>
      field === "remoteUser" ? text.replace(/\0.*$/s, "") : text,
    ),
    "line-ends-unified": by("updateComputer", (text) => text.replaceAll("\r\n", "\n")),
    "dollars-replaced": by("updateComputer", (text) => "x".replace("x", text)),
    "separators-become-spaces": by("updateComputer", (text) => text.replace(/[\u2028\u2029\u0085]/g, " ")),
    "astral-characters-lost": by("limits#1", (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, "?")),
    "quotes-are-500": by("updateComputer", (text) => (/['"]/.test(text) ? fail() : text)),
  },
  conflict: {
    "taken-name-unchecked": by("Computer.name#1", (found) => (found === "name-taken" ? undefined : found)),
    "taken-name-accepted-with-own-host": by("updateComputer.409#1", (found, _one, { hostId }) =>
      hostId && found === "name-taken" ? undefined : found,
    ),
    "own-name-refused": by("Computer.name#1", (found, one, { name }) =>
      one.name === name ? "name-taken" : found,
    ),
    "own-name-in-other-case-refused": by("ComputerUpdate.name#1", (found, { name: own }, { name }) =>
      name !== own && name?.toLowerCase() === own.toLowerCase() ? "name-taken" : found,
    ),
    "name-compared-by-case": by("Computer.name#1", (found, _one, { name }, others) =>
      others.some((other) => other.name.toLowerCase() === name?.toLowerCase()) ? "name-taken" : found,
    ),
    "user-taken-once": by("updateComputer", (found, _one, { remoteUser }, others) =>
      remoteUser && others.some((other) => other.remoteUser === remoteUser) ? "name-taken" : found,
    ),
    "same-host-refused": by("ComputerUpdate.hostId#1", (found, one, { hostId }) =>
      hostId && one.hostId ? "host-already-set" : found,
    ),
    "host-refused-while-provisioning": by("updateComputer#1", (found, { status }, { hostId }) =>
      hostId && status === "provisioning" ? "install-session-running" : found,
    ),
    "update-refused-while-provisioning": by("updateComputer#1", (found, { status }) =>
      status === "provisioning" ? "install-session-running" : found,
    ),
    "update-refused-in-error": by("updateComputer#1", (found, { status }) =>
      status === "error" ? "name-taken" : found,
    ),
    "taken-host-unchecked": by("updateComputer.409#1", (found) =>
      found === "host-taken" ? undefined : found,
    ),
    "host-replaceable": by("Computer.hostId#1", (found) =>
      found === "host-already-set" ? undefined : found,
    ),
    "old-name-stays-taken": by("ComputerUpdate.name#1", (found, { ownerId }, { name }, _others, memory) =>
      memory.since(`had ${ownerId} ${name}`) < 60_000 ? "name-taken" : found,
    ),
    "refused-update-reserves-name": by("updateComputer.409", (found, _one, { name }, _others, memory) =>
      name && memory.since(`refused ${name}`) < 60_000 ? "name-taken" : found,
    ),
    "refused-update-keeps-lock": by("Unavailable", (found, { id }, _changes, _others, memory) => {
      if (memory.since(`refused ${id}`) < 60_000)
        throw new Problem("unavailable", { headers: { "Retry-After": "0" } });
      return found;
    }),
    "seven-updates-at-once-are-500": by("updateComputer", (found, _one, _changes, _others, memory) => {
      const busy = memory.keep("busy", () => ({ updates: 0 }), 100);
      busy.updates += 1;
      return busy.updates >= 7 ? fail() : found;
    }),
  },
  rival: {
    "unique-across-owners": by("updateComputer.409#1", () => true),
  },
  updated: {
    "update-drops-source": by("updateComputer", (after) => without(after, "computerSource")),
    "absent-fields-cleared": by("updateComputer", (after, _before, { remoteUser }) =>
      remoteUser ? after : without(after, "remoteUser"),
    ),
    "empty-update-resets-user": by("updateComputer.body#1", (after, _before, changes) =>
      keys(changes).length === 0 ? without(after, "remoteUser") : after,
    ),
    "rename-drops-relay": by("updateComputer", (after, _before, { name }) =>
      name ? without(after, "relayClientUrl") : after,
    ),
    "link-changes-hostname": by("updateComputer", (after, _before, { hostId }) =>
      hostId ? { ...after, hostname: "linked" } : after,
    ),
    "name-ignored-with-host": by("updateComputer#1", (after, { name }, { hostId }) =>
      hostId ? { ...after, name } : after,
    ),
    "user-ignored-with-name": by("updateComputer#1", (after, before, { name }) =>
      name && before.remoteUser ? { ...after, remoteUser: before.remoteUser } : after,
    ),
    "update-flattens-source": by("ComputerSource#1", (after) => ({
      ...after,
      ...(after.computerSource && { computerSource: { kind: after.computerSource.kind } }),
    })),
    "update-activates-computer": by("Computers#2", (after) => ({ ...after, status: "active" })),
  },
  retry: {
    "running-retry-accepted": by("retryInstallDeps#1", (found) =>
      found === "install-session-running" ? undefined : found,
    ),
    "retry-accepted-after-failed-step": by("retryInstallDeps#1", (found, { status }) =>
      found === "earlier-step-not-completed" && status === "error" ? undefined : found,
    ),
    "retry-accepted-after-running-step": by("retryInstallDeps#1", (found, { status }) =>
      found === "earlier-step-not-completed" && status === "provisioning" ? undefined : found,
    ),
    "active-retry-refused": by(
      "Computers#2",
      (found, { status }) => found ?? (status === "active" ? "install-session-running" : undefined),
    ),
    "second-retry-refused": by(
      "retryInstallDeps#1",
      (found, { id }, memory) =>
        found ?? (memory.since(`retried ${id}`) < 60_000 ? "install-session-running" : undefined),
    ),
  },
  sessionId: {
    "session-kept": by("ProvisioningStep.installSessionId#1", (id, latest) => latest ?? id),
    "sessions-alternate": by("ProvisioningStep.installSessionId#1", (_id, latest = "") =>
      latest.endsWith("_a") ? latest.replace(/_a$/, "_b") : `${latest.replace(/_b$/, "")}_a`,
    ),
    "session-named-after-second": by(
      "ProvisioningStep.installSessionId#1",
      () => `ins_${Math.floor(Date.now() / 1000)}`,
    ),
  },
  duration: {
    "install-never-ends": by("Computers#2", () => 2 ** 30),
  },
  step: {
    "retry-step-pending": by("retryInstallDeps#1", (step) => ({ ...step, status: "pending" })),
    "retry-keeps-error": by("retryInstallDeps#1", (step, { error }) => (error ? { ...step, error } : step)),
    "retry-keeps-completed-at": by("retryInstallDeps#1", (step, { completedAt }) =>
      completedAt ? { ...step, completedAt } : step,
    ),
    "retry-keeps-started-at": by("retryInstallDeps#1", (step, { startedAt }) =>
      startedAt ? { ...step, startedAt } : step,
    ),
    "retry-renames-step": by("retryInstallDeps#1", (step) => ({ ...step, name: "Retry" })),
  },
  started: {
    "retry-leaves-status": by("retryInstallDeps#1", (after, { status }) => ({ ...after, status })),
    "retry-drops-hostname": by("retryInstallDeps#1", (after) => without(after, "hostname")),
    "retry-drops-other-steps": by("retryInstallDeps#1", (after) => withOthers(after, () => [])),
    "retry-resets-earlier-steps": by("retryInstallDeps#1", (after) =>
      withOthers(after, ({ id, name }) => [{ id, name, status: "pending" }]),
    ),
    "retry-moves-step": by("ProvisioningStep.id#1", (after) => ({
      ...after,
      provisioningSteps: after.provisioningSteps.toSorted(
        (one, other) => Number(isInstallDeps(one)) - Number(isInstallDeps(other)),
      ),
    })),
  },
  ended: {
    "error-kept-on-completed-step": by("ProvisioningStep.error#1", (step) => ({
      ...step,
      error: "code 100",
    })),
    "completed-before-started": by("ProvisioningStep.completedAt#1", (step) => ({
      ...step,
      completedAt: (step.startedAt ?? 0) - 1_000,
    })),
    "finished-install-drops-session": by(
      "ProvisioningStep.installSessionId#1",
      ({ installSessionId: _dropped, ...step }) => step,
    ),
    "finished-install-touches-start": by("ProvisioningStep.startedAt#1", (step) => ({
      ...step,
      startedAt: (step.startedAt ?? 0) + 1,
    })),
  },
  settled: {
    "active-before-later-steps": by("Computers#2", (computer) => ({ ...computer, status: "active" })),
    "finished-install-drops-host": by("Computers#2", (computer) => without(computer, "hostId")),
    "finished-install-renames-earlier-step": by("retryInstallDeps#1", (computer) =>
      withOthers(computer, (step) => [{ ...step, name: step.name.toLowerCase() }]),
    ),
    "failed-install-says-active": by("Computers#2", (computer) => ({
      ...computer,
      provisioningSteps: computer.provisioningSteps.map(failed),
      status: "active",
    })),
    "finished-install-reverts-update": by("updateComputer", ({ status, provisioningSteps }, started) => ({
      ...started,
      ...{ status, provisioningSteps },
    })),
    "finished-install-leaves-status": by("Computers#2", (computer, { status }) => ({ ...computer, status })),
  },
  visible: {
    "list-ignores-owner": by("listComputers#1", () => true),
    "filtered-list-ignores-owner": by("listComputers#1", (is, { hostId }) => is || hostId !== undefined),
    "list-with-steps-ignores-owner": by("listComputers#1", (is, { withSteps }) => is || withSteps),
  },
  linked: {
    "host-filter-ignored": by("listComputers.hostId", () => true),
    "host-filter-by-prefix": by(
      "listComputers.hostId#1",
      (_is, one, hostId) => one.hostId?.slice(0, 8) === hostId.slice(0, 8).toLowerCase(),
    ),
    "host-filter-case-matters": by("listComputers.hostId#1", (_is, one, hostId) => one.hostId === hostId),
    "host-filter-lags": by(
      "listComputers.hostId#1",
      (is, { id }, _hostId, memory) => is && memory.since(`linked ${id}`) > 1_000,
    ),
  },
  order: {
    "list-oldest-first": by(
      "ComputerList.computers#1",
      (_order, one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1),
    ),
    "list-ties-by-id-ascending": by("listComputers#1", (order, one, other) =>
      one.createdAt === other.createdAt ? -order : order,
    ),
    "list-by-update": by(
      "ComputerList.computers#1",
      (order, one, other, memory) =>
        compareTimes(memory.since(`updated ${one.id}`), memory.since(`updated ${other.id}`)) || order,
    ),
    "installing-listed-last": by("listComputers#1", (order, one, other, memory) => {
      const isInstalling = ({ id, status }: Computer) =>
        Number(status === "provisioning" && memory.since(`retried ${id}`) < 60_000);
      return isInstalling(one) - isInstalling(other) || order;
    }),
  },
  listed: {
    "list-capped-at-ten": by("listComputers#1", (all) => all.slice(0, 10)),
    "list-repeats-by-step": by("listComputers#1", (all, { withSteps }) =>
      all.flatMap((one) => (withSteps && one.provisioningSteps.length > 1 ? [one, one] : [one])),
    ),
    "list-drops-stepless": by("listComputers.includeProvisioningSteps#1", (all, { withSteps }) =>
      all.filter((one) => !withSteps || one.provisioningSteps.length > 0),
    ),
  },
} as const satisfies Tables;
