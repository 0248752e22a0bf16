import { by, type Tables } from "../acts.ts";
import { type Computer, installDeps, type Step } from "../computers.ts";
import { fail, type ProblemKind } from "../problems.ts";

const isInstallDeps = ({ id }: Step) => id === installDeps;

/** Changes the steps that a retry does not touch. */
const others =
  (change: (step: Step) => readonly Step[]) =>
  ({ provisioningSteps: steps }: Computer) => ({
    provisioningSteps: steps.flatMap((step) => (isInstallDeps(step) ? [step] : change(step))),
  });

/** Forgets a conflict. */
const ignores = (kind: ProblemKind) => (found: ProblemKind | undefined) =>
  found === kind ? undefined : found;

/** Compares times that may be infinite. */
const compareTimes = (one: number, other: number) => (one === other ? 0 : one - other);

/** Bugs in what happens to a computer, each with the rule that it breaks. */
export const computerBugs = {
  stored: {
    "name-trimmed": by("updateComputer", (text, field) => (field === "name" ? text.trim() : text)),
    "name-normalised": by("updateComputer", (text, field) =>
      field === "name" ? text.normalize("NFC") : text,
    ),
    "byte-order-mark-stripped": by("updateComputer", (text, field) =>
      field === "name" ? text.replace(/^\ufeff(?=.)/s, "") : text,
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
    "taken-name-unchecked": by("Computer.name#1", ignores("name-taken")),
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
    "names-compared-by-width": by("Computer.name#1", (found, _one, { name }, others) =>
      others.some((other) => other.name.normalize("NFKC") === name?.normalize("NFKC")) ? "name-taken" : found,
    ),
    "names-compared-by-start": by("Computer.name#1", (found, _one, { name = "" }, others) =>
      name.length >= 60 && others.some((other) => other.name.startsWith(name.slice(0, 60)))
        ? "name-taken"
        : found,
    ),
    "names-compared-without-accents": by("Computer.name#1", (found, _one, { name = "" }, others) => {
      const bare = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "");
      return name && others.some((other) => bare(other.name) === bare(name)) ? "name-taken" : found;
    }),
    "names-folded": by("Computer.name#1", (found, _one, { name }, others) =>
      others.some((other) => other.name.replace("\u00df", "ss") === name?.replace("\u00df", "ss"))
        ? "name-taken"
        : found,
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
    "taken-host-unchecked": by("updateComputer.409#1", ignores("host-taken")),
    "host-replaceable": by("Computer.hostId#1", ignores("host-already-set")),
    "old-name-stays-taken": by("ComputerUpdate.name#1", (found, { ownerId }, { name }, _others, memory) =>
      memory.since(`had ${ownerId} ${name}`) < 60_000 ? "name-taken" : found,
    ),
    "refused-update-reserves-name": by("updateComputer.409", (found, _one, { name }, _others, memory) =>
      name && memory.since(`refused ${name}`) < 60_000 ? "name-taken" : found,
    ),
    "refused-update-keeps-lock": by("Unavailable", (found, { id }, _changes, _others, memory) =>
      memory.since(`refused ${id}`) < 60_000
        ? fail("unavailable", { headers: { "Retry-After": "0" } })
        : found,
    ),
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
    "update-drops-source": by("updateComputer", () => ({ computerSource: undefined })),
    "absent-fields-cleared": by("updateComputer", (_after, _before, { remoteUser }) => ({ remoteUser })),
    "empty-update-resets-user": by(
      "updateComputer.body#1",
      (_after, _before, changes) => Object.keys(changes).length === 0 && { remoteUser: undefined },
    ),
    "rename-drops-relay": by(
      "Computer#1",
      (_after, _before, { name }) => name && { relayClientUrl: undefined },
    ),
    "name-ignored-with-host": by("updateComputer#1", (_after, { name }, { hostId }) => hostId && { name }),
    "user-ignored-with-name": by(
      "updateComputer#1",
      (_after, { remoteUser }, { name }) => name && remoteUser && { remoteUser },
    ),
    "update-flattens-source": by(
      "ComputerSource#1",
      ({ computerSource: source }) => source && { computerSource: { kind: source.kind } },
    ),
    "update-activates-computer": by("Computers#2", () => ({ status: "active" })),
  },
  retry: {
    "running-retry-accepted": by("retryInstallDeps#1", ignores("install-session-running")),
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
    "retry-step-pending": by("retryInstallDeps#1", () => ({ status: "pending" })),
    "retry-keeps-error": by("retryInstallDeps#1", (_step, { error }) => ({ error })),
    "retry-keeps-completed-at": by("retryInstallDeps#1", (_step, { completedAt }) => ({ completedAt })),
    "retry-keeps-started-at": by(
      "retryInstallDeps#1",
      (_step, { startedAt }) => startedAt !== undefined && { startedAt },
    ),
    "retry-renames-step": by("retryInstallDeps#1", () => ({ name: "Retry" })),
  },
  started: {
    "retry-leaves-status": by("retryInstallDeps#1", (_after, { status }) => ({ status })),
    "retry-drops-other-steps": by(
      "retryInstallDeps#1",
      others(() => []),
    ),
    "retry-resets-earlier-steps": by(
      "retryInstallDeps#1",
      others(({ id, name }) => [{ id, name, status: "pending" }]),
    ),
    "retry-moves-step": by("ProvisioningStep.id#1", ({ provisioningSteps: steps }) => ({
      provisioningSteps: steps.toSorted(
        (one, other) => Number(isInstallDeps(one)) - Number(isInstallDeps(other)),
      ),
    })),
  },
  ended: {
    "error-kept-on-completed-step": by("ProvisioningStep.error#1", () => ({ error: "code 100" })),
    "completed-before-started": by("ProvisioningStep.completedAt#1", ({ startedAt = 0 }) => ({
      completedAt: startedAt - 1_000,
    })),
    "finished-install-drops-session": by("ProvisioningStep.installSessionId#1", () => ({
      installSessionId: undefined,
    })),
    "finished-install-touches-start": by("ProvisioningStep.startedAt#1", ({ startedAt = 0 }) => ({
      startedAt: startedAt + 1,
    })),
  },
  settled: {
    "active-before-later-steps": by("Computers#2", () => ({ status: "active" })),
    "finished-install-drops-new-host": by("updateComputer", (_computer, { hostId }) => ({ hostId })),
    "later-step-without-start": by(
      "ProvisioningStep#1",
      ({ provisioningSteps: steps }, { provisioningSteps: before }) => ({
        provisioningSteps: steps.map(({ startedAt, ...step }, index) =>
          before[index]?.status === "pending" || startedAt === undefined ? step : { ...step, startedAt },
        ),
      }),
    ),
    "finished-install-drops-host": by("Computers#2", () => ({ hostId: undefined })),
    "finished-install-renames-earlier-step": by(
      "retryInstallDeps#1",
      others((step) => [{ ...step, name: step.name.toLowerCase() }]),
    ),
    "failed-install-says-active": by("Computers#2", ({ provisioningSteps: steps }) => ({
      provisioningSteps: steps.map((step) =>
        isInstallDeps(step) ? { ...step, status: "failed", error: "code 100" } : step,
      ),
      status: "active",
    })),
    "finished-install-reverts-update": by("updateComputer", ({ status, provisioningSteps }, started) => ({
      hostId: undefined,
      remoteUser: undefined,
      ...started,
      status,
      provisioningSteps,
    })),
    "finished-install-leaves-status": by("Computers#2", (_computer, { status }) => ({ status })),
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
    "nil-host-finds-those-without": by(
      "listComputers.hostId#1",
      (is, one, hostId) => is || (/^[0-]+$/.test(hostId) && one.hostId === undefined),
    ),
    "host-filter-case-matters": by("listComputers.hostId#1", (_is, one, hostId) => one.hostId === hostId),
    "host-filter-of-active-computers": by(
      "listComputers.hostId#1",
      (is, { status }) => is && status === "active",
    ),
    "host-filter-of-managed-computers": by(
      "listComputers.hostId#1",
      (is, { providerType }) => is && providerType === "managed",
    ),
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
