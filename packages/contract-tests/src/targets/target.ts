import type { Sender } from "../http/exchange.ts";
import type { Lacks } from "./capabilities.ts";

/** A service, fake or mock that the suite can run against. */
export interface Target extends Sender {
  /** Names the target in the report. */
  readonly name: string;
  readonly lacks: Lacks;
  /** A token of another owner, if there is one. */
  readonly otherToken?: string;
  readonly revokedToken?: string;
  readonly expiredToken?: string;
  /** The computers that may be changed, by ID. @default all, if the target is disposable */
  readonly computers?: readonly string[];
  /** The maximum duration of a response. */
  readonly maxResponseMs: number;
  /** The maximum duration of an install session. */
  readonly settleWithinMs: number;
  /** Waits, or advances the target's clock if it has its own. */
  passTime(durationMs: number): Promise<void>;
  close(): Promise<void>;
}

/** The default limits of a target, generous for busy machines. */
export const defaultLimits = { timeoutMs: 30_000, maxResponseMs: 10_000, settleWithinMs: 60_000 };
