import type { Api } from "@compute-host/openapi/model";
import { credentialsOf } from "../openapi/credentials.ts";
import type { Target } from "./target.ts";

/** Returns a target whose requests carry what each operation of a description requires. */
export function withCredentials(target: Target, api: Api): Target {
  return { ...target, credentialsOf: (operation) => credentialsOf(api, operation, target) };
}
