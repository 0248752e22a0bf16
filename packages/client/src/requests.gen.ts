// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.

/** What requests accept, unless their operation says otherwise. */
export const accept = "application/json, application/problem+json";

/** The largest request body that the spec allows, in bytes. */
export const maxBodyBytes: number = 65536;

/** The options of a client that come from the spec's security schemes. */
export interface SchemeOptions {}

/** Their names. */
export const schemeOptions: readonly (keyof SchemeOptions)[] = [];
