import { bodiesOf, contentLimits, contentPlaceOf } from "../../model/content-limits.ts";
import { ofEach } from "./operations.ts";
import type { Refusal } from "./refusal.ts";

/** What bodies may not be. */
export const bodyRefusals: readonly Refusal[] = contentLimits.map(({ construct, check }) => ({
  construct,
  check: ofEach((operation, { document }) => {
    for (const body of bodiesOf(operation)) {
      for (const media of body.content) check(media, contentPlaceOf(document, body, media));
    }
  }),
}));
