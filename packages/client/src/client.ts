import { resolveConfig } from "./config.ts";
import type { ClientOptions } from "./options.ts";
import type { Resources } from "./resources.gen.ts";
import { createResources } from "./resources.ts";

/** The client of one service. */
export interface ComputeHostClient extends Resources {}

/**
 * Makes a client. It sends nothing until a method is called, and does not need to be closed. Without `baseUrl` and `token` it
 * reads the environment variables `COMPUTE_HOST_URL` and `COMPUTE_HOST_TOKEN`.
 *
 * @throws InvalidArgumentError if an option is wrong, or missing from the environment as well
 * @example
 * const client = createClient();
 * const { computers } = await client.computers.list();
 */
export function createClient(options?: ClientOptions): ComputeHostClient {
  return createResources(resolveConfig(options));
}
