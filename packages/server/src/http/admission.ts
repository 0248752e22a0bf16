import { ProblemError } from "@compute-host/core";

/** How many requests may begin and wait. */
export interface AdmissionLimits {
  /**
   * How many begin in one turn of the event loop, so that `/readyz` and others get theirs in between. Fewer than callers
   * usually send at a time would cost CPU: lists took 30 % more with 8.
   */
  readonly perTurn: number;
  /** How many may be unfinished, begun or not. */
  readonly unfinished: number;
}

/**
 * The limits of lists, each of which takes as long as many other requests, and of all others. They keep the wait well
 * below a second: whoever waits longer has often given up, and the work is lost.
 */
export const admissionLimits = {
  lists: { perTurn: 64, unfinished: 512 },
  others: { perTurn: 256, unfinished: 1_000 },
} as const satisfies Readonly<Record<string, AdmissionLimits>>;

/** One for all: the stack traces of many would cost CPU just when there is none. */
const noRoom = new ProblemError("unavailable", { headers: { "retry-after": "1" } });

/** Lets requests begin in the order of their arrival. */
export interface Admission {
  /** @throws ProblemError if a request would be refused, before anything else is done for it. */
  assertRoom(): void;
  /** @throws ProblemError at once, if too many requests are unfinished. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** How long after the last refusal the overload counts as over, in milliseconds. */
const calmMs = 1_000;

/**
 * Makes the admission of requests.
 *
 * @param onShed called for each request that is refused.
 */
export function createAdmission({ perTurn, unfinished }: AdmissionLimits, onShed: () => void): Admission {
  const waiting: (() => void)[] = [];
  let count = 0;
  let begun = 0;

  function nextTurn(): void {
    begun = Math.min(perTurn, waiting.length);
    for (const begin of waiting.splice(0, perTurn)) begin();
    if (begun > 0) setImmediate(nextTurn);
  }

  function start<Result>(work: () => Promise<Result>): Promise<Result> {
    if (begun < perTurn) {
      if (begun === 0) setImmediate(nextTurn);
      begun += 1;
      return work();
    }
    return new Promise((resolve) => waiting.push(() => resolve(work())));
  }

  function assertRoom(): void {
    if (count < unfinished) return;
    onShed();
    throw noRoom;
  }

  return {
    assertRoom,
    async run(work) {
      assertRoom();
      count += 1;
      try {
        return await start(work);
      } finally {
        count -= 1;
      }
    },
  };
}

/** Counts the requests that are refused. */
export interface ShedCount {
  add(): void;
  total(): number;
}

/**
 * Makes a count.
 *
 * @param onChange called with the reason when requests begin to be refused, and with `undefined` when none is any more.
 */
export function countShed(onChange: (reason: string | undefined) => void = () => {}): ShedCount {
  let total = 0;
  let calming: NodeJS.Timeout | undefined;
  return {
    total: () => total,
    add() {
      total += 1;
      if (calming !== undefined) return void calming.refresh();
      calming = setTimeout(() => {
        calming = undefined;
        onChange(undefined);
      }, calmMs).unref();
      onChange(
        "more requests arrive than this node can handle, so it returns 503 for some; add a node, or limit callers",
      );
    },
  };
}
