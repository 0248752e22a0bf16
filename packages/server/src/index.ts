/**
 * A service that implements the Compute Host Management Interface, for a process of its own or in process.
 *
 * @packageDocumentation
 */
export type { Clock } from "./operations/clock.ts";
