import { setImmediate as nextTurn } from "node:timers/promises";
import { retryInstallDeps, updateComputer } from "@compute-host/rules";
import type { ComputerPage, ComputerStore, ListQuery } from "../computers/computer-store.ts";
import { newId } from "../computers/new-id.ts";
import type { Clock } from "../time/clock.ts";
import type { BodyText, OperationHandlers } from "./operation-types.ts";
import { ProblemError } from "./problem.ts";

/** What the handlers work with. */
export interface HandlerContext {
  readonly store: ComputerStore;
  readonly clock: Clock;
  /** Called after a provisioning job was begun. */
  readonly wakeProvisioning: () => void;
}

/** Makes the handlers of the interface's operations. */
export function createOperationHandlers({
  store,
  clock,
  wakeProvisioning,
}: HandlerContext): OperationHandlers {
  return {
    listComputers({ ownerId, query }) {
      const { hostId, includeProvisioningSteps } = query;
      const withSteps = includeProvisioningSteps === "true";
      const list: ListQuery = { ownerId, withSteps, ...(hostId !== undefined && { hostId }) };
      const first = store.list(list);
      return first instanceof Promise
        ? first.then((page) => listJson(store, list, page))
        : listJson(store, list, first);
    },

    getComputer({ ownerId, params: { computerId } }) {
      const found = store.getOwned(computerId, ownerId);
      return found instanceof Promise ? found.then(existing) : existing(found);
    },

    async updateComputer({ ownerId, params: { computerId }, body }) {
      const change = store.change(computerId, ownerId, (computer) => ({
        computer: updateComputer(computer, body),
      }));
      return existing(await change);
    },

    async retryInstallDeps({ ownerId, params: { computerId } }) {
      const attempt = { installSessionId: newId("ins"), startedAt: clock.now() };
      const text = await store.change(computerId, ownerId, (computer) => ({
        computer: retryInstallDeps(computer, attempt),
        startsJob: true,
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

/** A list of one page is sent as it is; a longer one page by page, so that it never is in memory as a whole. */
function listJson(store: ComputerStore, query: ListQuery, first: ComputerPage): BodyText {
  if (first.next !== undefined) return joinPages(store, query, first);
  return {
    text: listStart + first.text + listEnd,
    byteLength: listStart.length + first.byteLength + listEnd.length,
  };
}

async function* joinPages(
  store: ComputerStore,
  query: ListQuery,
  first: ComputerPage,
): AsyncIterable<string> {
  yield listStart + first.text;
  let { next } = first;
  while (next !== undefined) {
    // An embedded database returns at once: without a turn of the event loop nobody else would be served until the end.
    await nextTurn();
    const page: ComputerPage = await store.list(query, next);
    // The page before may have been full to the last place with nothing after it.
    if (page.text !== "") yield `,${page.text}`;
    next = page.next;
  }
  yield listEnd;
}
