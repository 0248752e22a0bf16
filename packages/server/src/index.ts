/**
 * A service that implements the Compute Host Management Interface, for a process of its own or in process.
 *
 * @packageDocumentation
 */
export type { Clock } from "./operations/clock.ts";
export { FakeClock } from "./operations/fake-clock.ts";
export {
  type SeedComputer,
  type StartedServer,
  type StartServerOptions,
  startServer,
} from "./start-server.ts";
