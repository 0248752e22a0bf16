import { createFakeService } from "@compute-host/client/testing";

/** The client's fake, which forms without an address send to; a page loads it with the first request. */
export const fake = createFakeService();
