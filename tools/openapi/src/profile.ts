/**
 * The profile of OpenAPI, for what reads a description with its lines.
 *
 * @packageDocumentation
 */
export { walkAllSchemas } from "./model/all-schemas.ts";
export { outsideProfile } from "./profile/check-profile.ts";
export { readSource } from "./profile/read-source.ts";
