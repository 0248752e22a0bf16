/**
 * An in-memory service, MSW handlers and sample records, to test code that uses the client without a server.
 *
 * @packageDocumentation
 */
import { samples } from "./samples.gen.ts";

export {
  createFakeService,
  type FakeFailure,
  type FakeService,
  type FakeServiceOptions,
  type ProblemName,
} from "./fake-service.ts";
export { createMswHandlers, type MswHttp } from "./msw-handlers.ts";

/** The computers of the spec's examples. */
export const sampleComputers: typeof samples.Computer = samples.Computer;

/** The problems of the spec's examples. */
export const sampleProblems: typeof samples.Problem = samples.Problem;
