import { once } from "node:events";
import {
  Agent,
  createServer,
  get,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";

/** How often each node is asked whether it is ready, in milliseconds: several times within a node's delay of a shutdown. */
const checkIntervalMs = 100;
/** How long a node may take to say so, in milliseconds. */
const checkLimitMs = 2_000;

/** How to balance. */
export interface LoadBalancerOptions {
  /** Origins of the nodes; may change while it runs. */
  readonly nodes: ReadonlySet<string>;
  /** @default 0, a free one */
  readonly port?: number;
}

/**
 * Spreads requests over those nodes whose `/readyz` is 200, one after the other. A request that no node has seen goes to the
 * next one; a node that is lost in the middle of a request is a 502, since nothing tells whether it was processed.
 */
export class LoadBalancer implements AsyncDisposable {
  readonly #server: Server;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #nodes: ReadonlySet<string>;
  readonly #ready = new Set<string>();
  readonly #checked = new Set<string>();
  readonly #timer: NodeJS.Timeout;
  #turn = 0;

  private constructor(nodes: ReadonlySet<string>) {
    this.#nodes = nodes;
    this.#server = createServer((incoming, outgoing) => void this.#take(incoming, outgoing));
    this.#timer = setInterval(() => void this.#check(), checkIntervalMs);
  }

  /** Listens on loopback; the nodes that are ready by then take requests from the first one on. */
  static async start({ nodes, port = 0 }: LoadBalancerOptions): Promise<LoadBalancer> {
    const balancer = new LoadBalancer(nodes);
    await balancer.#check();
    balancer.#server.listen(port, "127.0.0.1");
    await once(balancer.#server, "listening");
    return balancer;
  }

  /** Its origin. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The nodes that take requests now. */
  get ready(): ReadonlySet<string> {
    return this.#ready;
  }

  /** Finishes open requests and closes. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeIdleConnections();
    await closed;
    this.#agent.destroy();
  }

  /** Asks each node that has responded to the last question, so that a slow response does not overtake a later one. */
  async #check(): Promise<void> {
    for (const node of this.#ready) if (!this.#nodes.has(node)) this.#ready.delete(node);
    const nodes = [...this.#nodes].filter((node) => !this.#checked.has(node));
    await Promise.all(
      nodes.map(async (node) => {
        this.#checked.add(node);
        const takesRequests = await isReady(node);
        this.#checked.delete(node);
        if (takesRequests && this.#nodes.has(node)) this.#ready.add(node);
        else this.#ready.delete(node);
      }),
    );
  }

  /** The body is read first: it is small, and a node that refuses the connection leaves it for the next one. */
  async #take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    try {
      const body = Buffer.concat(await incoming.toArray());
      this.#forward(incoming, body, outgoing, []);
    } catch {
      outgoing.destroy();
    }
  }

  #forward(
    incoming: IncomingMessage,
    body: Buffer,
    outgoing: ServerResponse,
    refused: readonly string[],
  ): void {
    const nodes = [...this.#ready].filter((node) => !refused.includes(node));
    const node = nodes[this.#turn++ % nodes.length];
    if (node === undefined) {
      outgoing.writeHead(503, { "retry-after": "1" }).end();
      return;
    }
    const { method = "GET", url: path = "/" } = incoming;
    const headers = withoutConnection(incoming.headers);
    const { hostname, port } = new URL(node);
    const options: RequestOptions = { hostname, port, method, path, headers, agent: this.#agent };
    const upstream = request(options, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, withoutConnection(response.headers));
      pipeline(response, outgoing, () => {});
    });
    upstream.on("error", (error: NodeJS.ErrnoException) => {
      if (outgoing.headersSent || outgoing.destroyed) outgoing.destroy();
      else if (error.code === "ECONNREFUSED") this.#forward(incoming, body, outgoing, [...refused, node]);
      else outgoing.writeHead(502).end();
    });
    outgoing.on("close", () => {
      if (!outgoing.writableFinished) upstream.destroy();
    });
    upstream.end(body);
  }
}

/** Header fields that concern one connection alone (RFC 9110, section 7.6.1). */
function withoutConnection(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const {
    connection: _connection,
    "keep-alive": _keepAlive,
    "transfer-encoding": _coding,
    ...rest
  } = headers;
  return rest;
}

function isReady(node: string): Promise<boolean> {
  return new Promise((resolve) => {
    const check = get(`${node}/readyz`, { agent: false, timeout: checkLimitMs }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    check.on("timeout", () => check.destroy());
    check.on("error", () => resolve(false));
  });
}
