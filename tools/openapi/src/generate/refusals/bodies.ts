import { contentLimits, contentPlace, describedBodies } from "../../model/content-limits.ts";
import { ofEach } from "./operations.ts";
import type { Refusal } from "./refusal.ts";

/** What bodies may not be. */
export const bodyRefusals: readonly Refusal[] = contentLimits.map(({ construct, check }) => ({
  construct,
  check: ofEach((operation, { document }) => {
    for (const body of describedBodies(operation)) {
      for (const media of body.content) check(media, contentPlace(document, body, media));
    }
  }),
}));
