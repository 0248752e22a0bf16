import { authentication } from "./authentication.ts";
import { bodies } from "./bodies.ts";
import { checks } from "./checks.ts";
import { conflicts } from "./conflicts.ts";
import { installing } from "./installing.ts";
import { listing } from "./listing.ts";
import { operations } from "./operations.ts";
import { paths } from "./paths.ts";
import { queries } from "./queries.ts";
import { records } from "./records.ts";
import { replies } from "./replies.ts";
import { retries } from "./retries.ts";
import { updateBodies } from "./update-bodies.ts";
import { updates } from "./updates.ts";
import type { Implementation } from "./world.ts";

/** The correct implementation of the interface, function by function; bugs and variants replace some. */
export const implementation: Implementation = {
  ...checks,
  ...paths,
  ...authentication,
  ...queries,
  ...bodies,
  ...updateBodies,
  ...operations,
  ...listing,
  ...records,
  ...updates,
  ...conflicts,
  ...retries,
  ...installing,
  ...replies,
};
