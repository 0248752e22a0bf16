import { setImmediate as nextTurn } from "node:timers/promises";
import { retryInstallDeps, updateComputer } from "@compute-host/core";
import {
  type ComputerPage,
  type ComputerStore,
  type ListQuery,
  type Nothing,
  wholeList,
} from "../computers/computer-store.ts";
import { newId } from "../computers/new-id.ts";
import { createTurns } from "../computers/turns.ts";
import type { Clock } from "../time/clock.ts";
import type { OperationHandlers } from "./operation-types.ts";
import { ProblemError } from "./problem.ts";
import { type ReplyBody, SizedText } from "./reply.ts";

/** The context of the handlers. */
export interface HandlerContext {
  readonly store: ComputerStore;
  readonly clock: Clock;
  /** Called after a provisioning job begins. */
  readonly wakeProvisioning: () => void;
}

/** Makes the handlers of the interface's operations. */
export function createOperationHandlers({
  store,
  clock,
  wakeProvisioning,
}: HandlerContext): OperationHandlers {
  const listBody = createListBody(store);
  return {
    listComputers({ ownerId, query }) {
      const { hostId, includeProvisioningSteps, ...rest } = query;
      rest satisfies Nothing;
      const withSteps = includeProvisioningSteps === "true";
      const list: ListQuery = { ...wholeList, ownerId, hostId, withSteps };
      const first = store.list(list);
      return first instanceof Promise ? first.then((page) => listBody(list, page)) : listBody(list, first);
    },

    getComputer({ ownerId, params: { computerId } }) {
      const found = store.get({ id: computerId, ownerId });
      return found instanceof Promise ? found.then(existing) : existing(found);
    },

    async updateComputer({ ownerId, params: { computerId }, body }) {
      const change = store.change({ id: computerId, ownerId }, (computer) => ({
        computer: updateComputer(computer, body),
        startsJob: false,
      }));
      return existing(await change);
    },

    async retryInstallDeps({ ownerId, params: { computerId }, trace }) {
      const attempt = { installSessionId: newId("ins"), startedAt: clock.now() };
      const text = await store.change({ id: computerId, ownerId }, (computer) => ({
        computer: retryInstallDeps(computer, attempt),
        startsJob: true,
        traceparent: trace(),
      }));
      wakeProvisioning();
      return existing(text);
    },
  };
}

function existing(text: string | undefined): string {
  if (text === undefined) throw new ProblemError("computer-not-found");
  return text;
}

const listStart = '{"computers":[';
const listEnd = "]}";

/** Maximum number of concurrent long lists per owner: a client that stops reading keeps its list in memory. */
export const longListsAtATime = 8;

/** Sends a list of one page as it is, and a longer one page by page, so it is never in memory as a whole. */
function createListBody(store: ComputerStore): (query: ListQuery, first: ComputerPage) => ReplyBody {
  const turns = createTurns(longListsAtATime);

  /** Reads the first page again, so that it holds nothing in memory while it waits for its turn. */
  async function* pages(query: ListQuery): AsyncIterable<string> {
    const endTurn = await turns.take(query.ownerId);
    try {
      let page: ComputerPage = await store.list(query);
      yield listStart + page.text;
      while (page.next !== undefined) {
        // An embedded database returns synchronously: without a turn of the event loop, all other requests would wait for the end.
        await nextTurn();
        page = await store.list({ ...query, after: page.next });
        // The previous page may have been exactly full.
        if (page.text !== "") yield `,${page.text}`;
      }
      yield listEnd;
    } finally {
      endTurn();
    }
  }

  return (query, first) =>
    first.next === undefined
      ? new SizedText([listStart, first.text, listEnd], listStart.length + first.byteLength + listEnd.length)
      : pages(query);
}
