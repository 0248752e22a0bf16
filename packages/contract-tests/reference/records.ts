import { part } from "./world.ts";

/** The JSON of a computer. */
export const records = part({
  present(computer, _place, withSteps = true) {
    const { provisioningSteps, ...record } = computer;
    const steps = provisioningSteps.map((step) => ({ ...step }));
    return withSteps ? { ...record, provisioningSteps: steps } : record;
  },

  /** Returns the computers that there are at the start. */
  seed(computers) {
    return computers;
  },

  /** Returns the time of an event. */
  now() {
    return Date.now();
  },
});
