import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** The handling of bytes in one direction. */
export type Passage =
  /** Pass them immediately. */
  | "pass"
  /** They are lost; the connections stay open, as with a firewall that forgot them. */
  | "drop"
  /** They wait until they may pass. */
  | "hold";

/** What happens to a connection on which a caller sends bytes: nothing, or it breaks before or after they pass. */
export type ProxyDecision = "pass" | "cut-before" | "cut-after";

/** Passes TCP connections on to a port of this machine, and disturbs them as told. */
export class TcpProxy implements AsyncDisposable {
  readonly port: number;
  /** By how much each piece is late, in milliseconds, in each direction. */
  delayMs = 0;
  decide: (sent: Buffer) => ProxyDecision = () => "pass";
  readonly #server: Server;
  readonly #pairs = new Set<readonly [caller: Socket, target: Socket]>();
  readonly #lanes = new Set<Lane>();
  #requests: Passage = "pass";
  #responses: Passage = "pass";
  #isRefusing = false;
  #targetPort: number;

  private constructor(server: Server, targetPort: number) {
    this.#server = server;
    this.#targetPort = targetPort;
    this.port = (server.address() as AddressInfo).port;
    server.on("connection", (caller: Socket) => this.#accept(caller));
  }

  static async start(targetPort: number): Promise<TcpProxy> {
    const server = createServer({ allowHalfOpen: true }).listen(0, "127.0.0.1");
    await once(server, "listening");
    return new TcpProxy(server, targetPort);
  }

  /** Says what happens to what callers send and to what they are sent. */
  let(requests: Passage, responses: Passage = requests): void {
    this.#requests = requests;
    this.#responses = responses;
    for (const lane of this.#lanes) lane.send();
  }

  /** Breaks every connection with a reset, and refuses new ones until {@link heal}. */
  cut(): void {
    this.#isRefusing = true;
    this.closeConnections();
  }

  /** Breaks every connection with a reset; new ones pass. */
  closeConnections(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.resetAndDestroy();
  }

  /** Breaks every connection; further ones lead to another port. */
  redirect(targetPort: number): void {
    this.#targetPort = targetPort;
    this.closeConnections();
  }

  /** Lets everything pass again. A connection that lost bytes is broken: what follows them would be garbage. */
  heal(): void {
    const hasLost = this.#requests === "drop" || this.#responses === "drop";
    this.#isRefusing = false;
    this.delayMs = 0;
    this.let("pass");
    if (hasLost) this.closeConnections();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.closeConnections();
    await closed;
  }

  #accept(caller: Socket): void {
    if (this.#isRefusing) {
      caller.resetAndDestroy();
      return;
    }
    const target = connect({ port: this.#targetPort, host: "127.0.0.1", allowHalfOpen: true });
    const pair = [caller, target] as const;
    const lanes = [
      this.#lane(
        caller,
        target,
        () => this.#requests,
        (sent) => this.decide(sent),
      ),
      this.#lane(target, caller, () => this.#responses),
    ];
    this.#pairs.add(pair);
    for (const socket of pair) {
      socket.setNoDelay(true);
      socket.on("error", () => {});
      socket.on("close", () => {
        this.#pairs.delete(pair);
        for (const lane of lanes) this.#lanes.delete(lane);
        for (const other of pair) other.destroySoon();
      });
    }
  }

  #lane(from: Socket, to: Socket, passage: () => Passage, decide: TcpProxy["decide"] = () => "pass"): Lane {
    const lane = new Lane(passage);
    this.#lanes.add(lane);
    const take = (send: () => void): void => {
      if (passage() !== "drop") lane.add(send, this.delayMs);
    };
    from.on("data", (bytes: Buffer) => {
      const decision = decide(bytes);
      if (decision !== "pass") from.resetAndDestroy();
      if (decision !== "cut-before") take(() => to.write(bytes));
    });
    from.on("end", () => take(() => to.end()));
    return lane;
  }
}

/** Pieces of one direction of a connection, which keep their order whatever their delays. */
class Lane {
  readonly #passage: () => Passage;
  readonly #pieces: { readonly dueAt: number; readonly send: () => void }[] = [];

  constructor(passage: () => Passage) {
    this.#passage = passage;
  }

  add(send: () => void, delayMs: number): void {
    this.#pieces.push({ dueAt: performance.now() + delayMs, send });
    if (delayMs === 0) this.send();
    else setTimeout(() => this.send(), delayMs + 1);
  }

  /** Sends what is due and may pass. */
  send(): void {
    while (this.#passage() !== "hold") {
      const [first] = this.#pieces;
      if (first === undefined || first.dueAt > performance.now()) return;
      this.#pieces.shift();
      first.send();
    }
  }
}
