/**
 * An in-memory service, MSW handlers and sample records, to test code that uses the client without a server.
 *
 * @packageDocumentation
 */
export {
  createFakeService,
  type FakeFailure,
  type FakeService,
  type FakeServiceOptions,
  type ProblemName,
} from "./fake-service.ts";
export { createMswHandlers, type MswHttp } from "./msw-handlers.ts";
export { sampleComputers, sampleProblems } from "./samples.ts";
