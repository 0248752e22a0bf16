import type { Sender } from "../http/exchange.ts";
import type { Lacks } from "./capabilities.ts";

/** Something that the suite can be run against. */
export interface Target extends Sender {
  /** Names the target in the report. */
  readonly name: string;
  readonly lacks: Lacks;
  /** A token of another owner, where there is one. */
  readonly otherToken?: string;
  readonly revokedToken?: string;
  readonly expiredToken?: string;
  /** The computers that may be changed, by ID. @default all, where the target is disposable */
  readonly computers?: readonly string[];
  /** The longest that a response may take. */
  readonly maxResponseMs: number;
  /** How long an install session may take. */
  readonly settleWithinMs: number;
  /** Waits, or moves the target's clock on where it has one of its own. */
  passTime(durationMs: number): Promise<void>;
  close(): Promise<void>;
}

/** The limits of every target unless options say otherwise; generous, for busy machines. */
export const defaultLimits = { timeoutMs: 30_000, maxResponseMs: 10_000, settleWithinMs: 60_000 };
