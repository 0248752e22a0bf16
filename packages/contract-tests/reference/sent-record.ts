/** The place of a record: a list, or the response of an operation. */
export type Place = "list" | "get" | "update" | "retry";

/** A record to be sent; effects of bugs change it in place. */
export type Sent = Record<string, unknown> & { provisioningSteps?: Record<string, unknown>[] };
