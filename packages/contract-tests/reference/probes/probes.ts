import type { BugId } from "../bugs/bugs.ts";
import type { Probe } from "./api.ts";
import { concurrencyProbes } from "./concurrency-probes.ts";
import { credentialsProbes } from "./credentials-probes.ts";
import { headersProbes } from "./headers-probes.ts";
import { limitsProbes } from "./limits-probes.ts";
import { listingProbes } from "./listing-probes.ts";
import { malformedJsonProbes } from "./malformed-json-probes.ts";
import { mediaTypesProbes } from "./media-types-probes.ts";
import { numbersProbes } from "./numbers-probes.ts";
import { orderOfChecksProbes } from "./order-of-checks-probes.ts";
import { problemsProbes } from "./problems-probes.ts";
import { queriesProbes } from "./queries-probes.ts";
import { rawPathsProbes } from "./raw-paths-probes.ts";
import { recordsProbes } from "./records-probes.ts";
import { retriesProbes } from "./retries-probes.ts";
import { roundTripsProbes } from "./round-trips-probes.ts";
import { transitionsProbes } from "./transitions-probes.ts";
import { twoOwnersProbes } from "./two-owners-probes.ts";
import { uniquenessProbes } from "./uniqueness-probes.ts";
import { unrelatedFieldsProbes } from "./unrelated-fields-probes.ts";
import { updatesProbes } from "./updates-probes.ts";

/** A probe for every bug. */
export const probes: Readonly<Record<BugId, Probe>> = {
  ...concurrencyProbes,
  ...credentialsProbes,
  ...headersProbes,
  ...limitsProbes,
  ...listingProbes,
  ...malformedJsonProbes,
  ...mediaTypesProbes,
  ...numbersProbes,
  ...orderOfChecksProbes,
  ...problemsProbes,
  ...queriesProbes,
  ...rawPathsProbes,
  ...recordsProbes,
  ...retriesProbes,
  ...roundTripsProbes,
  ...transitionsProbes,
  ...twoOwnersProbes,
  ...uniquenessProbes,
  ...unrelatedFieldsProbes,
  ...updatesProbes,
};
