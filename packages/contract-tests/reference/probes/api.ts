import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import type { Reference } from "../start-reference.ts";

/** A received step; absent fields are `undefined` at run time. */
export interface StepBody {
  readonly id: string;
  readonly name: string;
  readonly status: unknown;
  readonly error: unknown;
  readonly startedAt: unknown;
  readonly completedAt: unknown;
  readonly installSessionId: unknown;
}

/** A received body: a record, a list or a problem; absent fields are `undefined` at run time. */
export interface Body {
  readonly id: string;
  readonly name: unknown;
  readonly createdAt: unknown;
  readonly hostId: unknown;
  readonly hostname: unknown;
  readonly status: unknown;
  readonly remoteUser: unknown;
  readonly relayClientUrl: unknown;
  readonly computerSource: Readonly<Record<string, unknown>>;
  readonly ownerPrincipalKind: unknown;
  readonly provisioningSteps: readonly StepBody[];
  readonly computers: readonly Body[];
  readonly type: unknown;
  readonly title: unknown;
  readonly detail: unknown;
  readonly instance: unknown;
  readonly requestId: unknown;
  readonly errors: readonly {
    readonly pointer: unknown;
    readonly parameter: unknown;
    readonly message: unknown;
  }[];
}

/** A response; the status is 0 if the connection broke. */
export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly text: string;
  /** The parsed body, or an empty object if it is not JSON. */
  readonly body: Body;
}

export interface Call {
  /** `undefined`: the first owner's token; `null`: no credentials. */
  readonly authorization?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly content?: string | Buffer;
  /** Sends the content without a Content-Length. */
  readonly isChunked?: boolean;
  readonly agent?: Agent;
}

const json = { "Content-Type": "application/json" };

function parse(text: string): Body {
  try {
    return JSON.parse(text) ?? ({} as Body);
  } catch {
    return {} as Body;
  }
}

/** Sends requests to a reference implementation unchanged. */
export class Api {
  readonly reference: Reference;
  readonly #authorization: string;

  constructor(reference: Reference, token = reference.credentials.token) {
    this.reference = reference;
    this.#authorization = `Bearer ${token}`;
  }

  /** The same implementation, called by the second owner. */
  get foreign(): Api {
    return new Api(this.reference, this.reference.credentials.otherToken);
  }

  call(method: string, path: string, options: Call = {}): Promise<Received> {
    const { authorization = this.#authorization, headers = {}, content, isChunked = false } = options;
    const agent = options.agent ?? new Agent();
    const length = content === undefined || isChunked ? {} : { "Content-Length": Buffer.byteLength(content) };
    return new Promise((resolve) => {
      const outgoing = request(
        {
          host: "127.0.0.1",
          port: this.reference.port,
          method,
          path,
          agent,
          headers: { ...headers, ...length, ...(authorization !== null && { Authorization: authorization }) },
        },
        (incoming) => {
          const chunks: Buffer[] = [];
          const end = () => {
            const text = Buffer.concat(chunks).toString("utf8");
            const { statusCode = 0, headers: received, rawHeaders } = incoming;
            resolve({ status: statusCode, headers: received, rawHeaders, text, body: parse(text) });
          };
          incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
          incoming.on("end", end);
          incoming.on("error", end);
        },
      );
      outgoing.on("error", () =>
        resolve({ status: 0, headers: {}, rawHeaders: [], text: "", body: {} as Body }),
      );
      outgoing.end(content);
    });
  }

  list(query = "", options: Call = {}): Promise<Received> {
    return this.call("GET", `/api/v0/computers${query}`, options);
  }

  get(id: string, options: Call = {}): Promise<Received> {
    return this.call("GET", pathOf(id), options);
  }

  head(id: string, options: Call = {}): Promise<Received> {
    return this.call("HEAD", pathOf(id), options);
  }

  update(id: string, changes: unknown, options: Call = {}): Promise<Received> {
    return this.call("PATCH", pathOf(id), { content: JSON.stringify(changes), headers: json, ...options });
  }

  /** Sends an update with a raw body. */
  send(
    id: string,
    content: string | Buffer,
    mediaType: string | null = "application/json",
  ): Promise<Received> {
    const headers: Record<string, string> = mediaType === null ? {} : { "Content-Type": mediaType };
    return this.call("PATCH", pathOf(id), { content, headers });
  }

  retry(id: string, options: Call = {}): Promise<Received> {
    return this.call("POST", `${pathOf(id)}/install-deps`, options);
  }

  /** Returns the record once it is no longer provisioning, or at the time limit. */
  async settled(id: string, limitMs = 1500): Promise<Body> {
    const end = Date.now() + limitMs;
    for (;;) {
      const { body } = await this.get(id);
      if (body.status !== "provisioning" || Date.now() > end) return body;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Sends a text on a connection, and returns everything received until it closes. */
  raw(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.reference.port, "127.0.0.1", () => socket.write(text));
      let received = "";
      socket.setTimeout(3000, () => socket.destroy());
      socket.on("data", (chunk) => {
        received += chunk.toString("latin1");
      });
      socket.on("error", reject);
      socket.on("close", () => resolve(received));
    });
  }
}

/** Returns the path of a computer. */
export function pathOf(id: string): string {
  return `/api/v0/computers/${encodeURIComponent(id)}`;
}

/** Detects a bug: resolves to true if the implementation has it. */
export type Probe = (api: Api) => Promise<boolean>;

/** A probe for each bug of a table. */
export type Probes<Table> = Readonly<Record<keyof Table, Probe>>;
