import type { Finding, FindingGroup } from "./finding.ts";

/** What was counted: every request, or those in which the place is sent, received or missing. */
export type Counted = "requests" | "to-server" | "sent" | "received" | "carried" | "omitted";

/** A number of recorded requests, and the days in UTC of the first and the last of the whole sample. */
export interface TrafficWindow {
  readonly requests: number;
  readonly from: string;
  readonly to: string;
}

/** All recorded requests. */
export interface TrafficSummary extends TrafficWindow {
  /** Those that match no operation of the base. */
  readonly unmatched: number;
}

/** How many of the requests to the operations of a change it concerns. Nothing else of a recording leaves the gate. */
export interface TrafficCount extends TrafficWindow {
  readonly concerned: number;
  readonly counted: Counted;
  /** The requests whose body is not recorded or cannot be read, so that they may be concerned; absent if there are none. */
  readonly unread?: number;
}

/** Counts the recorded requests that changes concern. */
export interface TrafficCounter {
  /** Counts for a finding of a group; some groups have too many to keep. */
  readonly add: (group: FindingGroup, finding: Finding) => void;
  /** The sum for a group; `undefined` if no operation of the base is in it. */
  readonly countOf: (group: FindingGroup) => TrafficCount | undefined;
}
