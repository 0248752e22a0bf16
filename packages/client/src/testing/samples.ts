import { samples } from "./samples.gen.ts";

/** The computers of the spec's examples. */
export const sampleComputers: typeof samples.Computer = samples.Computer;

/** The problems of the spec's examples. */
export const sampleProblems: typeof samples.Problem = samples.Problem;
