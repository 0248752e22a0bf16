import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** The handling of bytes in one direction. */
export type Passage =
  /** They pass immediately. */
  | "pass"
  /** They are lost, and the connections stay open, as with a firewall that forgot them. */
  | "drop"
  /** They are held until they may pass. */
  | "hold";

/** What happens to a connection when a caller sends bytes: they pass, or it breaks before or after that. */
export type ProxyDecision = "pass" | "cut-before" | "cut-after";

/** Forwards TCP connections to a port of this machine, and disturbs them as told. */
export class TcpProxy implements AsyncDisposable {
  readonly port: number;
  /** The port to which new connections go. */
  targetPort: number;
  decide: (sent: Buffer) => ProxyDecision = () => "pass";
  readonly #server: Server;
  readonly #pairs = new Set<readonly [caller: Socket, target: Socket]>();
  #requests: Passage = "pass";
  #responses: Passage = "pass";
  #isRefusing = false;

  private constructor(server: Server, targetPort: number) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    this.targetPort = targetPort;
    server.on("connection", (caller: Socket) => this.#accept(caller));
  }

  static async start(targetPort: number): Promise<TcpProxy> {
    const server = createServer({ allowHalfOpen: true }).listen(0, "127.0.0.1");
    await once(server, "listening");
    return new TcpProxy(server, targetPort);
  }

  /** Sets what happens to the bytes of callers and of the server. */
  let(requests: Passage, responses: Passage = requests): void {
    this.#requests = requests;
    this.#responses = responses;
    for (const pair of this.#pairs) this.#holdOrResume(pair);
  }

  /** Resets every connection, and refuses new ones until {@link heal}. */
  cut(): void {
    this.#isRefusing = true;
    this.closeConnections();
  }

  /** Resets every connection; new ones pass. */
  closeConnections(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.resetAndDestroy();
  }

  /** Lets everything pass again. Connections that lost bytes are closed: what follows would be garbage. */
  heal(): void {
    const hasLost = this.#requests === "drop" || this.#responses === "drop";
    this.#isRefusing = false;
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
    const target = connect({ port: this.targetPort, host: "127.0.0.1", allowHalfOpen: true });
    const pair = [caller, target] as const;
    this.#pairs.add(pair);
    for (const socket of pair) {
      socket.setNoDelay(true);
      socket.on("error", () => {});
      socket.on("close", () => {
        this.#pairs.delete(pair);
        for (const other of pair) other.destroySoon();
      });
    }
    caller.on("data", (bytes: Buffer) => {
      const decision = this.decide(bytes);
      if (decision !== "pass") caller.resetAndDestroy();
      if (decision !== "cut-before" && this.#requests !== "drop") target.write(bytes);
    });
    caller.on("end", () => this.#requests !== "drop" && target.end());
    target.on("data", (bytes: Buffer) => this.#responses !== "drop" && caller.write(bytes));
    target.on("end", () => this.#responses !== "drop" && caller.end());
    this.#holdOrResume(pair);
  }

  #holdOrResume([caller, target]: readonly [Socket, Socket]): void {
    caller[this.#requests === "hold" ? "pause" : "resume"]();
    target[this.#responses === "hold" ? "pause" : "resume"]();
  }
}
