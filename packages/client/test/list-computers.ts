import type { paths } from "@compute-host/types";
import type { ListComputersOptions } from "../src/index.ts";

/** What every list in the tests sends; a parameter that the spec comes to require belongs here. */
export const listOptions: ListComputersOptions = {};

/** The same for a list by path. */
export const listInit: { readonly params: paths["/api/v0/computers"]["get"]["parameters"] } = { params: {} };
