import type { Case } from "../api.ts";
import { bodyCases } from "./body-cases.ts";
import { parameterCases } from "./parameter-cases.ts";
import { pathCases } from "./path-cases.ts";
import { propertyCases } from "./property-cases.ts";
import { responseCases } from "./response-cases.ts";
import { securityCases } from "./security-cases.ts";
import { unionCases } from "./union-cases.ts";
import { versionCases } from "./version-cases.ts";
import { webhookCases } from "./webhook-cases.ts";

/** Changes outside the schemas, and to what readers or callers expect of properties. */
export const contractCases: Readonly<Record<string, readonly Case[]>> = {
  parameters: parameterCases,
  "paths and servers": pathCases,
  "request bodies": bodyCases,
  properties: propertyCases,
  responses: responseCases,
  security: securityCases,
  unions: unionCases,
  "webhooks and callbacks": webhookCases,
  "discriminators, versions and references": versionCases,
};
