/** Where a record stands: in a list, or in the response of one operation on it. */
export type Place = "list" | "get" | "update" | "retry";

/** A record as it is sent; effects of bugs change it in place. */
export type Sent = Record<string, unknown> & { provisioningSteps?: Record<string, unknown>[] };
