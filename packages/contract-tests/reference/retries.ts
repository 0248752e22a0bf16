import { randomBytes } from "node:crypto";
import { installDepsId } from "./computer.ts";
import { ProblemError } from "./problem.ts";
import { part } from "./world.ts";

/** The retry of the install-dependencies step. */
export const retries = part({
  /** Restarts the step and returns the record, or fails with 404 or 409. */
  async retryInstallDeps(owner, id) {
    const computer = this.ownComputer(owner, id, "retry");
    const conflict = this.retryConflict(computer);
    if (conflict !== undefined) throw this.retryRefusal(computer, conflict);
    return this.startSession(computer);
  },

  /** Returns what prevents a retry, if anything. */
  retryConflict({ provisioningSteps: steps }) {
    const index = steps.findIndex(({ id }) => id === installDepsId);
    if (index < 0) return "no-install-deps-step";
    if (steps[index]?.status === "running") return "install-session-running";
    const haveEnded = steps.slice(0, index).every((step) => this.permitsRetry(step));
    return haveEnded ? undefined : "earlier-step-not-completed";
  },

  /** Whether an earlier step is as a retry needs it. */
  permitsRetry({ status }) {
    return status === "completed";
  },

  retryRefusal(_computer, conflict) {
    return new ProblemError(conflict);
  },

  startSession(computer) {
    const started = this.startedRecord(computer);
    this.computers.set(computer.id, started);
    this.runSession(started);
    return started;
  },

  startedRecord(computer) {
    const provisioningSteps = computer.provisioningSteps.map((step) =>
      step.id === installDepsId ? this.startedStep(step) : step,
    );
    return { ...computer, status: "provisioning", provisioningSteps };
  },

  startedStep({ error: _error, completedAt: _completedAt, ...step }) {
    const installSessionId = this.newSessionId(step.installSessionId);
    return { ...step, status: "running", startedAt: this.now(), installSessionId };
  },

  newSessionId() {
    return `ins_${randomBytes(6).toString("hex")}`;
  },
});
