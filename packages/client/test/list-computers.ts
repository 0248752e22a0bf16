import type { paths } from "@compute-host/types";
import type { ListComputersOptions } from "../src/index.ts";

/** What every list in the tests sends; if the spec ever requires a parameter, add it here. */
export const listOptions: ListComputersOptions = {};

/** The same for a list by path. */
export const listInit: { readonly params: paths["/api/v0/computers"]["get"]["parameters"] } = { params: {} };
