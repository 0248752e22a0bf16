import type { ObservedRequest } from "./request-observer.ts";

/** Upper bounds of the latency histogram, in seconds. The lowest suits a cached read. */
export const durationBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

const boundsMs = durationBuckets.map((seconds) => seconds * 1000);
const maxStatus = 600;

/** Counts of one operation. */
export interface OperationCounts {
  readonly operation: string;
  /** Requests by status: the index is the status. */
  readonly byStatus: Float64Array;
  /** Requests by the first bucket that includes them; the last bucket is for those above every bound. */
  readonly byBucket: Float64Array;
  sumSeconds: number;
}

/** Counts requests in arrays of numbers, at almost no cost per request; labels and texts are created by a scrape. */
export class RequestCounts {
  readonly #operations = new Map<string | undefined, OperationCounts>();

  /** Counts one request. */
  count({ operationId, status, durationMs }: ObservedRequest): void {
    const counts = this.#operations.get(operationId) ?? this.#add(operationId);
    counts.byStatus[status] = (counts.byStatus[status] ?? 0) + 1;
    let bucket = 0;
    while (bucket < boundsMs.length && durationMs > (boundsMs[bucket] as number)) bucket += 1;
    counts.byBucket[bucket] = (counts.byBucket[bucket] ?? 0) + 1;
    counts.sumSeconds += durationMs / 1000;
  }

  /** The counts. Requests outside the interface are counted as `other`. */
  operations(): Iterable<OperationCounts> {
    return this.#operations.values();
  }

  #add(operationId: string | undefined): OperationCounts {
    const counts = {
      operation: operationId ?? "other",
      byStatus: new Float64Array(maxStatus),
      byBucket: new Float64Array(boundsMs.length + 1),
      sumSeconds: 0,
    };
    this.#operations.set(operationId, counts);
    return counts;
  }
}
