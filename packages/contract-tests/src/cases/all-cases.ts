import type { ApiSpec } from "../spec/api-spec.ts";
import { authenticationCases } from "./authentication.ts";
import { bodyCases } from "./bodies.ts";
import { clientBehaviourCases } from "./client-behaviour.ts";
import { clientResponseCases } from "./client-responses.ts";
import type { ContractCase } from "./contract-case.ts";
import { documentedResponseCases } from "./documented-responses.ts";
import { exampleRequestCases } from "./example-requests.ts";
import { generatedBodyCases } from "./generated-data.ts";
import { hostLinkCases } from "./host-links.ts";
import { listComputersCases } from "./list-computers.ts";
import { methodCases } from "./methods.ts";
import { queryCases } from "./queries.ts";
import { rateLimitCases } from "./rate-limits.ts";
import { recordCases } from "./records.ts";
import { requestIdCases } from "./request-ids.ts";
import { retryInstallDepsCases } from "./retry-install-deps.ts";
import { unknownComputerCases } from "./unknown-computers.ts";
import { updateComputerCases } from "./update-computer.ts";

const groups: readonly ((spec: ApiSpec) => ContractCase[])[] = [
  documentedResponseCases,
  exampleRequestCases,
  clientResponseCases,
  authenticationCases,
  methodCases,
  bodyCases,
  queryCases,
  generatedBodyCases,
  requestIdCases,
  rateLimitCases,
  unknownComputerCases,
  listComputersCases,
  recordCases,
  clientBehaviourCases,
  updateComputerCases,
  hostLinkCases,
  retryInstallDepsCases,
];

/** Every case that the suite has, in the order in which they run: what changes computers for good comes last. */
export function allCases(spec: ApiSpec): ContractCase[] {
  return groups.flatMap((cases) => cases(spec));
}
