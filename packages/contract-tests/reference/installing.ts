import { type Computer, installDepsId, replaceStep, type Step, statusOf } from "./computer.ts";
import { later, part } from "./world.ts";

const installStepOf = ({ provisioningSteps }: Computer) =>
  provisioningSteps.findIndex(({ id }) => id === installDepsId);
const sessionOf = (computer: Computer) =>
  computer.provisioningSteps[installStepOf(computer)]?.installSessionId;

/** An install session, and the steps after it. */
export const installing = part({
  runSession(started) {
    later(this, this.durationMs(), () => {
      const current = this.computers.get(started.id);
      // A later session has its own end.
      if (current && sessionOf(current) === sessionOf(started)) this.endSession(current, started);
    });
  },

  durationMs() {
    return this.installMs;
  },

  endSession(current) {
    this.endStep(current, installStepOf(current));
  },

  /** Ends a step, and starts the next one unless it failed. */
  endStep(computer, index) {
    const { provisioningSteps: steps } = computer;
    const ended = this.endedStep(steps[index] as Step);
    const next = steps.findIndex(({ status }, position) => position > index && status === "pending");
    const hasNext = ended.status === "completed" && next > 0;
    const isNext = (position: number) => hasNext && position === next;
    const provisioningSteps = replaceStep(steps, index, ended).map((step, position) =>
      isNext(position) ? { ...step, status: "running" as const, startedAt: this.now() } : step,
    );
    this.computers.set(computer.id, this.settle({ ...computer, provisioningSteps }));
    if (hasNext) this.runStep(computer.id, next);
  },

  runStep(id, index) {
    later(this, this.durationMs(), () => {
      const current = this.computers.get(id);
      if (current) this.endStep(current, index);
    });
  },

  endedStep(step) {
    return { ...step, status: "completed", completedAt: Math.max(this.now(), step.startedAt ?? 0) };
  },

  /** Returns a computer after one of its steps has ended. */
  settle(ended) {
    return { ...ended, status: statusOf(ended.provisioningSteps) };
  },
});
