import { array, asyncProperty, check } from "fast-check";
import { curlLine } from "./curl.ts";
import { type FuzzRequest, type FuzzStep, fuzzSteps } from "./requests.ts";
import {
  type ContractApi,
  checkResponse,
  type Exchange,
  exchange,
  missingHeadersOf,
  sampleComputers,
  type Target,
} from "./suite.ts";

/** The options of a fuzz run. */
export interface FuzzOptions {
  readonly api: ContractApi;
  /** The same seed sends the same requests. */
  readonly seed: number;
  /** The minimum number of requests. */
  readonly requests: number;
  /** Starts a fresh service. */
  readonly start: (api: ContractApi) => Promise<Target>;
}

/** The result of a fuzz run. */
export interface FuzzResult {
  readonly requests: number;
  readonly byStatus: ReadonlyMap<number, number>;
  /** The failure, and the shortest requests that show it as shell lines; absent if there was none. */
  readonly failure?: { readonly message: string; readonly lines: readonly string[] };
}

/** The maximum size of a response that is neither a record nor a list. */
const maxProblemBytes = 16 * 1024;
const maxEpisodeLength = 40;

/** Sends episodes of requests, each to a fresh service, until enough were sent or one fails. */
export async function fuzz({ api, seed, requests, start }: FuzzOptions): Promise<FuzzResult> {
  const computerIds = [...sampleComputers(api).map(({ id }) => id), "cmp_missing"];
  const byStatus = new Map<number, number>();
  let sent = 0;
  let hasFailed = false;

  async function play(steps: readonly FuzzStep[]): Promise<void> {
    const target = await start(api);
    try {
      const model = new Model();
      for (const step of steps) {
        if ("passesMs" in step) {
          await target.passTime(step.passesMs);
          continue;
        }
        const received = await exchange(target, step);
        sent += 1;
        byStatus.set(received.status, (byStatus.get(received.status) ?? 0) + 1);
        judge(api, target, step, received);
        model.judge(step, received);
      }
    } finally {
      await target.close();
    }
  }

  const episodes = array(fuzzSteps(api, computerIds), {
    minLength: 1,
    maxLength: maxEpisodeLength,
    size: "max",
  });
  const property = asyncProperty(episodes, async (steps) => {
    // Requests do not count while a failure is being shrunk.
    if (sent >= requests && !hasFailed) return;
    try {
      await play(steps);
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  });
  // More runs than needed; once enough requests were sent, the remaining runs return immediately.
  const { failed, counterexample } = await check(property, { seed, numRuns: requests });
  if (!failed) return { requests: sent, byStatus };
  const [steps = []] = (counterexample ?? []) as [FuzzStep[]?];
  const failure = await shorten(steps, play);
  return { requests: sent, byStatus, failure };
}

/** Removes every step that the failure does not need; fast-check only removes leading steps. */
async function shorten(
  steps: readonly FuzzStep[],
  play: (steps: readonly FuzzStep[]) => Promise<void>,
): Promise<{ readonly message: string; readonly lines: readonly string[] }> {
  const messageOf = (tried: readonly FuzzStep[]) =>
    play(tried).then(
      () => undefined,
      (error: Error) => error.message,
    );
  let shortest = steps;
  let message =
    (await messageOf(steps)) ?? "The failure is not reproducible: it depends on more than the requests.";
  for (let index = steps.length - 1; index >= 0; index--) {
    const tried = shortest.toSpliced(index, 1);
    const failure = tried.length > 0 ? await messageOf(tried) : undefined;
    if (failure === undefined) continue;
    shortest = tried;
    message = failure;
  }
  return { message, lines: shortest.map(curlLine) };
}

function judge(api: ContractApi, target: Target, { statuses }: FuzzRequest, received: Exchange): void {
  const { method, url, status, text } = received;
  const violations = checkResponse(api, received, {
    isServerErrorExpected: false,
    maxResponseMs: target.maxResponseMs,
    writesOwnProblems: url.length < 1_000,
  });
  const messages = violations.map(({ check: name, message }) => `${name}: ${message}`);
  for (const name of missingHeadersOf(api, received)) messages.push(`the header ${name} is missing`);
  if (!statuses.includes(status)) messages.push(`status ${status} is not one of ${statuses.join(", ")}`);
  if (status >= 300 && Buffer.byteLength(text) > maxProblemBytes)
    messages.push(`${text.length} characters of problem`);
  if (messages.length > 0) throw new Error(`${method} ${url}: ${messages.join("; ")}`);
}

/** The state of each computer that the service has acknowledged, and has to return in the next read. */
class Model {
  readonly #known = new Map<string, Record<string, unknown>>();

  judge({ path, json }: FuzzRequest, { operation, method, status, json: body }: Exchange): void {
    const id = path?.computerId;
    if (id === undefined || status >= 300 || method !== operation.method) return;
    const shown = body as Record<string, unknown>;
    const expected = { ...this.#known.get(id), ...(operation.body ? (json as object) : {}) };
    for (const [name, value] of Object.entries(expected)) {
      const isSame =
        name === "hostId"
          ? String(shown[name]).toLowerCase() === String(value).toLowerCase()
          : shown[name] === value;
      if (!isSame)
        throw new Error(
          `${method} of ${id} shows ${name} ${JSON.stringify(shown[name])}, not ${JSON.stringify(value)}`,
        );
    }
    const { name, remoteUser, hostId } = shown;
    this.#known.set(id, {
      name,
      ...(remoteUser !== undefined && { remoteUser }),
      ...(hostId !== undefined && { hostId }),
    });
  }
}
