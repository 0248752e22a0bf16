import type { Deviation } from "../deviation.ts";
import { concurrencyBugs } from "./concurrency-bugs.ts";
import { credentialsBugs } from "./credentials-bugs.ts";
import { headersBugs } from "./headers-bugs.ts";
import { limitsBugs } from "./limits-bugs.ts";
import { listingBugs } from "./listing-bugs.ts";
import { malformedJsonBugs } from "./malformed-json-bugs.ts";
import { mediaTypesBugs } from "./media-types-bugs.ts";
import { numbersBugs } from "./numbers-bugs.ts";
import { orderOfChecksBugs } from "./order-of-checks-bugs.ts";
import { problemsBugs } from "./problems-bugs.ts";
import { queriesBugs } from "./queries-bugs.ts";
import { rawPathsBugs } from "./raw-paths-bugs.ts";
import { recordsBugs } from "./records-bugs.ts";
import { retriesBugs } from "./retries-bugs.ts";
import { roundTripsBugs } from "./round-trips-bugs.ts";
import { transitionsBugs } from "./transitions-bugs.ts";
import { twoOwnersBugs } from "./two-owners-bugs.ts";
import { uniquenessBugs } from "./uniqueness-bugs.ts";
import { unrelatedFieldsBugs } from "./unrelated-fields-bugs.ts";
import { updatesBugs } from "./updates-bugs.ts";

/** Every bug by theme. */
const themes = {
  concurrency: concurrencyBugs,
  "round-trips": roundTripsBugs,
  "order-of-checks": orderOfChecksBugs,
  "raw-paths": rawPathsBugs,
  credentials: credentialsBugs,
  "two-owners": twoOwnersBugs,
  listing: listingBugs,
  queries: queriesBugs,
  updates: updatesBugs,
  uniqueness: uniquenessBugs,
  retries: retriesBugs,
  transitions: transitionsBugs,
  records: recordsBugs,
  numbers: numbersBugs,
  "unrelated-fields": unrelatedFieldsBugs,
  problems: problemsBugs,
  headers: headersBugs,
  limits: limitsBugs,
  "media-types": mediaTypesBugs,
  "malformed-json": malformedJsonBugs,
} as const;

/** What a group of bugs is about. */
export type Theme = keyof typeof themes;

/** The ID of a bug. */
export type BugId = { [One in Theme]: keyof (typeof themes)[One] & string }[Theme];

/** A mistake of a wrong implementation. */
export interface Bug extends Deviation {
  readonly id: BugId;
  readonly theme: Theme;
}

/** Every bug of the reference implementation. */
export const bugs: readonly Bug[] = Object.entries<Readonly<Record<string, Deviation>>>(themes).flatMap(
  ([theme, table]) =>
    Object.entries(table).map(([id, mistake]) => ({ id: id as BugId, theme: theme as Theme, ...mistake })),
);
