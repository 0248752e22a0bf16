// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.

import type { Operation } from "./operation.ts";
import * as nodes from "../schema/schema-nodes.gen.ts";

/** Every operation of the spec. */
export const operations: readonly Operation[] = [
  {"operationId":"listComputers","method":"GET","path":"/api/v0/computers","successStatus":200,"parameters":[{"name":"hostId","in":"query","isRequired":false,"shape":{"kind":"string"},"schema":{"type":"string","format":"uuid"}},{"name":"includeProvisioningSteps","in":"query","isRequired":false,"shape":{"kind":"string"},"schema":{"type":"string","enum":["true","false"]}}]},
  {"operationId":"getComputer","method":"GET","path":"/api/v0/computers/{computerId}","successStatus":200,"parameters":[{"name":"computerId","in":"path","isRequired":true,"shape":{"kind":"string"},"schema":{"type":"string"}}]},
  {"operationId":"updateComputer","method":"PATCH","path":"/api/v0/computers/{computerId}","successStatus":200,"parameters":[{"name":"computerId","in":"path","isRequired":true,"shape":{"kind":"string"},"schema":{"type":"string"}}],"body":{"isRequired":true,"schema":{"$ref":() => nodes.computerUpdateSchema}}},
  {"operationId":"retryInstallDeps","method":"POST","path":"/api/v0/computers/{computerId}/install-deps","successStatus":202,"parameters":[{"name":"computerId","in":"path","isRequired":true,"shape":{"kind":"string"},"schema":{"type":"string"}}]},
];

/** What the types of the operations do not say. */
export interface OperationFacts {
  listComputers: { success: 200; isAnonymous: false; filled: never; outcome: 200 | "invalid-request" };
  getComputer: { success: 200; isAnonymous: false; filled: never; outcome: 200 | "computer-not-found" };
  updateComputer: { success: 200; isAnonymous: false; filled: never; outcome: 200 | "invalid-request" | "malformed-json" | "computer-not-found" | "name-taken" | "host-already-set" | "host-taken" | "unsupported-media-type" };
  retryInstallDeps: { success: 202; isAnonymous: false; filled: never; outcome: 202 | "computer-not-found" | "install-session-running" | "earlier-step-not-completed" | "no-install-deps-step" };
}

/** The header fields of responses, apart from those that every response has. */
export const responseFields: readonly string[] = ["WWW-Authenticate","Retry-After","Allow"];
