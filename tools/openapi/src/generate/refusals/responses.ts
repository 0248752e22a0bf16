import { DescriptionError } from "../../model/description-error.ts";
import { whyNoField } from "../../model/header-names.ts";
import { placeAt, pointerOf } from "../../model/pointer.ts";
import { ofEach } from "./operations.ts";
import type { Refusal } from "./refusal.ts";

/** What HTTP says of responses that a status cannot have, by the start of the status. */
const bodiless: Readonly<Record<string, string>> = {
  "204": "RFC 9110, section 15.3.5",
  "205": "RFC 9110, section 15.3.6",
  "304": "RFC 9110, section 15.4.5",
};

/** What responses may not be. */
export const responseRefusals: readonly Refusal[] = [
  {
    construct: "Responses of 1XX",
    check: ofEach(({ operationId, responses, pointer }) => {
      const interim = responses.find(({ status }) => status.startsWith("1"));
      if (interim === undefined) return;
      const what = `${operationId} documents ${interim.status}, which comes before a response and which fetch does not show`;
      throw new DescriptionError(`${what}: remove it.`, pointer + pointerOf("responses", interim.status));
    }),
  },
  {
    construct: "A body of 204, 205 or 304",
    check: ofEach(({ operationId, responses, pointer }) => {
      for (const { status, content } of responses) {
        const source = bodiless[status];
        if (source === undefined || content.length === 0) continue;
        throw new DescriptionError(
          `The ${status} of ${operationId} has content, but HTTP gives it no body (${source}): remove \`content\`, or use 200.`,
          pointer + pointerOf("responses", status),
        );
      }
    }),
  },
  {
    construct: "Header fields of responses whose names HTTP does not allow",
    check: ofEach(({ operationId, responses, pointer }, { document }) => {
      for (const { status, headers } of responses) {
        const holder = placeAt(document, pointer + pointerOf("responses", status)).pointer;
        for (const { name } of headers) {
          const [what, todo] = whyNoField(name) ?? [];
          if (what === undefined) continue;
          const field = `The header field ${JSON.stringify(name)} of the ${status} of ${operationId}`;
          throw new DescriptionError(`${field} ${what}: ${todo}.`, holder + pointerOf("headers", name));
        }
      }
    }),
  },
];
