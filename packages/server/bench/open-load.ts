import { connect, type Socket } from "node:net";

/** How long a caller waits for a response, in milliseconds. */
const patienceMs = 5_000;
/** The most requests that wait at the same time; further ones are not sent, as if their callers had no socket left. */
const maxWaiting = 8_000;

/** What became of the requests that were sent. */
export interface OpenLoadResult {
  readonly offered: number;
  /** Durations of the responses with 200, ascending, in milliseconds. */
  readonly served: readonly number[];
  /** Durations of the responses with 503, ascending, in milliseconds. */
  readonly refused: readonly number[];
  /** How many got another response, none in time, or a broken connection. */
  readonly lost: number;
}

interface Outcome {
  readonly status: number;
  readonly durationMs: number;
}

/**
 * Sends requests at a rate, whether or not earlier ones have got their responses, as independent callers do.
 *
 * @param rate requests per second
 */
export async function sendOpenLoad(
  url: string,
  nextRequest: () => string,
  { rate, seconds }: { readonly rate: number; readonly seconds: number },
): Promise<OpenLoadResult> {
  const callers = new Callers(url);
  const outcomes: Promise<Outcome>[] = [];
  const startedAt = performance.now();
  let offered = 0;
  let waiting = 0;
  let unsent = 0;
  for (let now = startedAt; now < startedAt + seconds * 1_000; now = performance.now()) {
    for (const due = ((now - startedAt) / 1_000) * rate; offered < due; offered++) {
      if (waiting >= maxWaiting) {
        unsent += 1;
        continue;
      }
      waiting += 1;
      outcomes.push(callers.send(nextRequest()).finally(() => (waiting -= 1)));
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const all = await Promise.all(outcomes);
  callers.close();
  const durationsOf = (status: number) =>
    all
      .filter((outcome) => outcome.status === status)
      .map(({ durationMs }) => durationMs)
      .toSorted((a, b) => a - b);
  const [served, refused] = [durationsOf(200), durationsOf(503)];
  return { offered, served, refused, lost: unsent + all.length - served.length - refused.length };
}

/** Connections that are used again once their response has come. */
class Callers {
  readonly #address: { readonly host: string; readonly port: number };
  readonly #idle: Socket[] = [];

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#address = { host: hostname, port: Number(port) };
  }

  send(request: string): Promise<Outcome> {
    const startedAt = performance.now();
    const socket = this.#idle.pop() ?? this.#open();
    return new Promise((resolve) => {
      let received = "";
      const end = (status: number) => {
        clearTimeout(timer);
        socket.removeAllListeners("data").removeAllListeners("close");
        if (status === 0) socket.destroy();
        else this.#idle.push(socket);
        resolve({ status, durationMs: performance.now() - startedAt });
      };
      const timer = setTimeout(end, patienceMs, 0);
      socket.on("data", (text: string) => {
        received = received === "" ? text : received + text;
        const bodyAt = received.indexOf("\r\n\r\n") + 4;
        if (bodyAt < 4) return;
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1]);
        if (received.length >= bodyAt + length) end(Number(received.slice(9, 12)));
      });
      socket.once("close", () => end(0));
      socket.write(request);
    });
  }

  close(): void {
    for (const socket of this.#idle) socket.destroy();
  }

  #open(): Socket {
    const socket = connect({ ...this.#address, noDelay: true }).setEncoding("latin1");
    socket.on("error", () => {});
    return socket;
  }
}
