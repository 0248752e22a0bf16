import type { Case } from "../api.ts";
import { BODY_CASES } from "./body-cases.ts";
import { PARAMETER_CASES } from "./parameter-cases.ts";
import { PATH_CASES } from "./path-cases.ts";
import { PROPERTY_CASES } from "./property-cases.ts";
import { RESPONSE_CASES } from "./response-cases.ts";
import { SECURITY_CASES } from "./security-cases.ts";
import { VERSION_CASES } from "./version-cases.ts";
import { WEBHOOK_CASES } from "./webhook-cases.ts";

/** Changes outside the schemas, and of what a reader or a caller expects of properties. */
export const CONTRACT_CASES: Readonly<Record<string, readonly Case[]>> = {
  parameters: PARAMETER_CASES,
  "paths and servers": PATH_CASES,
  "request bodies": BODY_CASES,
  properties: PROPERTY_CASES,
  responses: RESPONSE_CASES,
  security: SECURITY_CASES,
  "webhooks and callbacks": WEBHOOK_CASES,
  "discriminators, versions and references": VERSION_CASES,
};
