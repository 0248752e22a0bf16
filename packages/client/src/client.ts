import { type ClientResources, withWaiter } from "./computers.ts";
import { type Config, resolveConfig } from "./config.ts";
import type { Transport } from "./exchange.ts";
import type { ClientOptions } from "./options.ts";
import { createRequester } from "./requester.ts";
import { createResources } from "./resources.ts";
import { createTransport } from "./transport.ts";

/** The client of one service. */
export interface ComputeHostClient extends ClientResources {}

/**
 * Makes a client. It opens nothing and sends nothing until a method is called, and needs no closing.
 *
 * @throws InvalidArgumentError where an option is wrong
 * @example
 * const client = createClient({ baseUrl: "https://compute.example.com", token: "<API_KEY>" });
 * const { computers } = await client.computers.list();
 */
export function createClient(options: ClientOptions): ComputeHostClient {
  const config = resolveConfig(options);
  return createClientOver(createTransport(config), config);
}

/** Makes a client that sends through a transport. */
export function createClientOver(transport: Transport, config: Config): ComputeHostClient {
  return withWaiter(createResources(createRequester(config, transport)));
}
