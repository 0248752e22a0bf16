/**
 * A service that implements the Compute Host Management Interface, as a separate process or in process.
 *
 * @packageDocumentation
 */

export {
  type SeedComputer,
  type StartedServer,
  type StartServerOptions,
  startServer,
} from "./in-process-server.ts";
export type { Logger } from "./observability/logger.ts";
export type { ObservedRequest, RequestObserver } from "./observability/request-observer.ts";
export type { Provisioner, StepResult, StepRun } from "./provisioning/provisioner.ts";
export type { SimulatedStep } from "./provisioning/simulated-provisioner.ts";
export type { Clock } from "./time/clock.ts";
export { FakeClock } from "./time/fake-clock.ts";
