import type { OutgoingRequest } from "./exchange.ts";

/**
 * What openapi-fetch makes instead of a `Request`: the address and the init as they are. A real `Request` costs as much as
 * the rest of a call, and drops options that it does not know, such as those of Next.js.
 */
export class RequestRecord {
  readonly url: string;
  readonly method: string;
  readonly init: OutgoingRequest["init"];

  constructor(url: string, init: OutgoingRequest["init"]) {
    this.url = url;
    this.method = init.method;
    this.init = init;
  }
}
