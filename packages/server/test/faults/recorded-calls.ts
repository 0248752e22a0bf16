import type { Computer, ComputerUpdate } from "@compute-host/types";
import { type Action, type Refusal, type SeenComputer, seenComputer } from "./computers-model.ts";
import type { HistoryEntry } from "./linearizability.ts";

/** How long a call may take, in milliseconds; then it has no response. */
const limitMs = 60_000;

/** A status, or how a call ended without one: `refused` before it was sent, `lost` after that. */
export type CallOutcome = number | "refused" | "lost";

interface Response {
  readonly outcome: CallOutcome;
  readonly json?: unknown;
}

interface Call {
  readonly node: string;
  readonly method: string;
  readonly path: string;
  readonly body?: ComputerUpdate;
}

/** Calls the nodes of a service by one key, and writes down what a checker has to know. */
export class RecordedCalls {
  readonly history: HistoryEntry<Action>[] = [];
  /** How many calls ended how, by kind and outcome. */
  readonly outcomes = new Map<string, number>();
  /** How many calls have ended, however. */
  finished = 0;
  /** How many writes were acknowledged. */
  acknowledged = 0;
  /** Called after each acknowledged write. */
  onWrite: () => void = () => {};
  readonly #authorization: string;

  constructor(apiKey: string) {
    this.#authorization = `Bearer ${apiKey}`;
  }

  read(node: string, id: string): Promise<CallOutcome> {
    return this.#record("read", { node, method: "GET", path: `/${id}` }, ({ outcome, json }) =>
      outcome === 200 ? { kind: "read", id, result: seenComputer(json as Computer) } : undefined,
    );
  }

  list(node: string): Promise<CallOutcome> {
    const call: Call = { node, method: "GET", path: "?includeProvisioningSteps=true" };
    return this.#record("list", call, ({ outcome, json }) => {
      if (outcome !== 200) return undefined;
      return {
        kind: "list",
        result: (json as { readonly computers: Computer[] }).computers.map(seenComputer),
      };
    });
  }

  update(node: string, id: string, fields: ComputerUpdate): Promise<CallOutcome> {
    const call: Call = { node, method: "PATCH", path: `/${id}`, body: fields };
    return this.#record("update", call, (response) => ({
      kind: "update",
      id,
      fields,
      ...resultOf(response),
    }));
  }

  retry(node: string, id: string): Promise<CallOutcome> {
    const call: Call = { node, method: "POST", path: `/${id}/install-deps` };
    return this.#record("retry", call, (response) => ({ kind: "retry", id, ...resultOf(response) }));
  }

  /** Summarises the outcomes of calls in one line. */
  summary(): string {
    return [...this.outcomes]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([outcome, count]) => `${outcome} x${count}`)
      .join(", ");
  }

  async #record(
    kind: string,
    call: Call,
    actionOf: (response: Response) => Action | undefined,
  ): Promise<CallOutcome> {
    const calledAt = performance.now();
    const response = await this.#send(call);
    const returnedAt = performance.now();
    const { outcome } = response;
    this.finished += 1;
    const key = `${kind} ${outcome}`;
    this.outcomes.set(key, (this.outcomes.get(key) ?? 0) + 1);
    // A 503 promises that nothing was done: whatever it did all the same fits into no order of the others.
    if (outcome === "refused" || outcome === 503) return outcome;
    const isUnknown = outcome === "lost" || outcome === 500;
    if (!isUnknown && ![200, 202, 409].includes(outcome)) throw new Error(`${kind} got ${outcome}`);
    const action = actionOf(response);
    const isRead = action?.kind === "read" || action?.kind === "list";
    if (action !== undefined && !(isRead && isUnknown)) {
      this.history.push({ calledAt, returnedAt: isUnknown ? Infinity : returnedAt, action });
    }
    if ((outcome === 200 || outcome === 202) && !isRead) {
      this.acknowledged += 1;
      this.onWrite();
    }
    return outcome;
  }

  async #send({ node, method, path, body }: Call): Promise<Response> {
    try {
      const response = await fetch(`${node}/api/v0/computers${path}`, {
        method,
        headers: {
          authorization: this.#authorization,
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(limitMs),
      });
      return { outcome: response.status, json: await response.json() };
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
      return { outcome: code === "ECONNREFUSED" ? "refused" : "lost" };
    }
  }
}

function resultOf({ outcome, json }: Response): { readonly result?: SeenComputer | Refusal } {
  if (outcome === 200 || outcome === 202) return { result: seenComputer(json as Computer) };
  if (outcome !== 409) return {};
  return { result: (json as { readonly type: string }).type.replace(/^.*\//, "") as Refusal };
}
