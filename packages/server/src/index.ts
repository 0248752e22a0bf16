/**
 * A service that implements the Compute Host Management Interface, for a process of its own or in process.
 *
 * @packageDocumentation
 */
export type { Clock } from "./operations/clock.ts";
export { FakeClock } from "./operations/fake-clock.ts";
export type { Logger } from "./operations/logger.ts";
export type { AnsweredRequest, RequestObserver } from "./operations/request-observer.ts";
export type { Provisioner, StepResult, StepRun } from "./provisioning/provisioner.ts";
export type { SimulatedStep } from "./provisioning/simulated-provisioner.ts";
export {
  type SeedComputer,
  type StartedServer,
  type StartServerOptions,
  startServer,
} from "./start-server.ts";
