import { type Computer, installDepsId, replaceStep, type Step } from "../computer.ts";
import { breaking, leaves, type Patch, replies, routes, without } from "../deviation.ts";
import type { Exchange } from "../exchange.ts";
import { ProblemError, type ProblemKind } from "../problem.ts";
import { later, pause } from "../world.ts";
import { refusesRetry } from "./refusals.ts";

const isInstallDeps = ({ id }: Step) => id === installDepsId;

/** Starts the step otherwise. */
const starts =
  (change: (started: Step, before: Step) => Step): Patch =>
  (right) => ({ startedStep: (step) => change(right.startedStep(step), step) });

/** Changes the steps of a computer whose retry was accepted. */
const leavesSteps = (change: (started: readonly Step[], before: readonly Step[]) => readonly Step[]): Patch =>
  leaves("startedRecord", (started, before) => ({
    ...started,
    provisioningSteps: change(started.provisioningSteps, before.provisioningSteps),
  }));

/** Changes the other steps of a computer whose retry was accepted. */
const touches = (change: (step: Step) => Step): Patch =>
  leavesSteps((steps) => steps.map((step) => (isInstallDeps(step) ? step : change(step))));

/** Accepts retries that have a conflict. */
const accepts =
  (conflict: ProblemKind): Patch =>
  (right) => ({
    retryConflict(computer) {
      const found = right.retryConflict(computer);
      return found === conflict ? undefined : found;
    },
  });

/** Refuses retries with another status. */
const restates =
  (conflict: ProblemKind, status: number): Patch =>
  (right) => ({
    retryRefusal: (computer, found) =>
      found === conflict ? new ProblemError(found, { status }) : right.retryRefusal(computer, found),
  });

/** Changes the computer of a refused retry. */
const spoils =
  (change: (computer: Computer, newSessionId: () => string) => Computer): Patch =>
  (right) => ({
    retryRefusal(computer, conflict) {
      right.computers.set(
        computer.id,
        change(computer, () => right.newSessionId()),
      );
      return right.retryRefusal(computer, conflict);
    },
  });

/** Refuses retries with an unusual body. */
const demands =
  (isRefused: (exchange: Exchange) => boolean, kind: ProblemKind): Patch =>
  (right) => ({
    checkMediaType(exchange) {
      if (exchange.operation === "retryInstallDeps" && isRefused(exchange)) throw new ProblemError(kind);
      right.checkMediaType(exchange);
    },
  });

/** Bugs of the retry of the install-dependencies step. */
export const retriesBugs = {
  ...breaking("retryInstallDeps.202", {
    "retry-is-200": replies((reply) => {
      if (reply.status === 202) reply.status = 200;
    }),
    "retry-lacks-body": replies((reply) => {
      if (reply.status === 202) reply.body = undefined;
    }),
  }),
  ...breaking("retryInstallDeps", {
    "retry-returns-old-record": (right) => ({
      async startSession(computer) {
        await right.startSession(computer);
        return computer;
      },
    }),
    "retry-needs-media-type": demands(
      ({ request }) => request.headers["content-type"] === undefined,
      "unsupported-media-type",
    ),
    "retry-needs-body": demands(
      ({ request }) => !Number(request.headers["content-length"]),
      "malformed-request",
    ),
  }),
  ...breaking("retryInstallDeps#1", {
    "retry-waits-for-install": (right) => ({
      async startSession(computer) {
        const started = await right.startSession(computer);
        await pause(right.installMs + 50);
        return right.computers.get(computer.id) ?? started;
      },
    }),
    "retry-leaves-status": leaves("startedRecord", (started, { status }) => ({ ...started, status })),
    "retry-status-not-stored": (right) => ({
      async startSession(computer) {
        const started = await right.startSession(computer);
        right.computers.set(computer.id, { ...started, status: computer.status });
        return started;
      },
    }),
    "retry-stored-later": (right) => ({
      async startSession(computer) {
        const started = await right.startSession(computer);
        right.computers.set(computer.id, computer);
        later(right, 100, () => right.computers.set(computer.id, started));
        return started;
      },
    }),
    "retry-step-pending": starts((step) => ({ ...step, status: "pending" })),
    "retry-step-unchanged": starts((step, { status }) => ({ ...step, status })),
    "retry-keeps-error": starts((step, { error }) => (error ? { ...step, error } : step)),
    "retry-keeps-completed-at": starts((step, { completedAt }) =>
      completedAt ? { ...step, completedAt } : step,
    ),
    "retry-keeps-started-at": starts((step, { startedAt }) => (startedAt ? { ...step, startedAt } : step)),
    "retry-lacks-started-at": starts(({ startedAt: _dropped, ...step }) => step),
    "retry-lacks-session": starts(({ installSessionId: _dropped, ...step }) => step),
    "running-retry-accepted": accepts("install-session-running"),
    "retry-accepted-after-failed-step": {
      permitsRetry: ({ status }) => status === "completed" || status === "failed",
    },
    "retry-accepted-after-running-step": {
      permitsRetry: ({ status }) => status === "completed" || status === "running",
    },
    "retry-checks-later-steps": (right) => ({
      retryConflict(computer) {
        const isOpen = computer.provisioningSteps.some(
          (step) => !isInstallDeps(step) && !right.permitsRetry(step),
        );
        return right.retryConflict(computer) ?? (isOpen ? "earlier-step-not-completed" : undefined);
      },
    }),
    "byom-retry-refused": refusesRetry(({ providerType }) => providerType === "byom"),
    "unlinked-retry-refused": refusesRetry(({ hostId }) => hostId === undefined),
    "second-retry-refused": (right) => {
      const retried = new Set<string>();
      return {
        retryConflict: ({ id, ...computer }) =>
          retried.has(id) ? "install-session-running" : right.retryConflict({ id, ...computer }),
        startSession(computer) {
          retried.add(computer.id);
          return right.startSession(computer);
        },
      };
    },
    "retry-drops-relay": leaves("startedRecord", (started) => without(started, "relayClientUrl")),
    "retry-drops-hostname": leaves("startedRecord", (started) => without(started, "hostname")),
    "retry-drops-other-steps": leavesSteps((started) => started.filter(isInstallDeps)),
    "retry-resets-earlier-steps": touches(({ id, name }) => ({ id, name, status: "pending" })),
    "retry-restarts-earlier-steps": touches((step) =>
      step.status === "pending" ? step : { ...step, startedAt: Date.now() },
    ),
  }),
  ...breaking("ProvisioningStep.startedAt#1", {
    "retry-started-at-in-seconds": starts((step) => ({ ...step, startedAt: Math.floor(Date.now() / 1000) })),
  }),
  ...breaking("ProvisioningStep.installSessionId#1", {
    "session-kept": (right) => ({
      newSessionId: (latest) => latest ?? right.newSessionId(),
    }),
    "session-named-after-second": {
      newSessionId: () => `ins_${Math.floor(Date.now() / 1000)}`,
    },
    "retry-tells-another-session": (right) => ({
      async startSession(computer) {
        const { provisioningSteps: steps, ...started } = await right.startSession(computer);
        const index = steps.findIndex(isInstallDeps);
        const step = { ...(steps[index] as Step), installSessionId: right.newSessionId() };
        return { ...started, provisioningSteps: replaceStep(steps, index, step) };
      },
    }),
    "finished-install-drops-session": (right) => ({
      endedStep(step) {
        const { installSessionId: _dropped, ...ended } = right.endedStep(step);
        return ended;
      },
    }),
    "finished-install-renames-session": (right) => ({
      endedStep: (step) => ({ ...right.endedStep(step), installSessionId: "ins_done" }),
    }),
  }),
  ...breaking("retryInstallDeps.409#1", {
    "running-retry-is-423": restates("install-session-running", 423),
    "early-retry-is-400": restates("earlier-step-not-completed", 400),
    "stepless-retry-is-404": restates("no-install-deps-step", 404),
    "stepless-retry-is-500": restates("no-install-deps-step", 500),
  }),
  ...breaking("ProvisioningStep.id#1", {
    "stepless-retry-accepted": (right) => ({
      retryConflict(computer) {
        const conflict = right.retryConflict(computer);
        return conflict === "no-install-deps-step" ? undefined : conflict;
      },
      startSession(computer) {
        const { provisioningSteps: steps } = computer;
        const added = { id: installDepsId, name: "Install dependencies", status: "pending" as const };
        const provisioningSteps = steps.some(isInstallDeps) ? steps : [...steps, added];
        return right.startSession({ ...computer, provisioningSteps });
      },
    }),
    "retry-takes-last-step": leavesSteps((started, before) => {
      const { id: _id, name: _name, ...running } = started.find(isInstallDeps) as Step;
      return before.map((step, index) => (index === before.length - 1 ? { ...step, ...running } : step));
    }),
    "retry-appends-step": leavesSteps((started, before) => [...before, ...started.filter(isInstallDeps)]),
  }),
  ...breaking("Computers#2", {
    "active-retry-refused": refusesRetry(({ status }) => status === "active"),
  }),
  ...breaking("retryInstallDeps.409", {
    "refused-retry-sets-provisioning": spoils((computer) => ({ ...computer, status: "provisioning" })),
    "refused-retry-changes-session": spoils((computer, newSessionId) => ({
      ...computer,
      provisioningSteps: computer.provisioningSteps.map((step) =>
        isInstallDeps(step) ? { ...step, installSessionId: newSessionId() } : step,
      ),
    })),
  }),
  ...breaking("OtherError#1", {
    "retry-by-get": routes("retry", { GET: "retryInstallDeps" }),
  }),
};
