import type { Computer } from "@compute-host/types";
import type { ComputerPage, ComputerPort, ListQuery, Nothing } from "../computers/computer-store.ts";
import { retryInstallDeps, type StepStart } from "../computers/steps.ts";
import { updateComputer } from "../computers/update-computer.ts";
import { ProblemError } from "../problems/problem.ts";
import type { OperationHandlers } from "./operation-types.ts";
import { SizedText } from "./reply.ts";

/** The context of the handlers. */
export interface HandlerContext<C extends Computer> {
  readonly store: ComputerPort<C>;
  /** Reads all pages of a list that has more than one. */
  readonly readPages: (query: ListQuery) => AsyncIterable<ComputerPage>;
  /** Makes the start of a step's next attempt. */
  readonly nextStart: () => StepStart;
  /** Called after a provisioning job begins. */
  readonly wakeProvisioning: () => void;
}

/**
 * Makes the handlers of the interface's operations. A status, a field or a parameter that they do not handle does not
 * compile: each handler asserts with `satisfies` that no parameter is left unread.
 */
export function createOperationHandlers<C extends Computer>(context: HandlerContext<C>): OperationHandlers {
  const { store, readPages, nextStart, wakeProvisioning } = context;

  /** A list of one page is a text; a longer list is sent page by page, so it is never entirely in memory. */
  const listBody = (list: ListQuery, { text, byteLength, next }: ComputerPage) =>
    next === undefined
      ? new SizedText([listStart, text, listEnd], listStart.length + byteLength + listEnd.length)
      : listText(readPages(list));

  return {
    async listComputers({ ownerId, query, headers }) {
      const { hostId, includeProvisioningSteps, ...rest } = query;
      [rest, headers] satisfies readonly Nothing[];
      const withSteps = includeProvisioningSteps === "true";
      const list: ListQuery = { ownerId, hostId, withSteps, after: undefined };
      return listBody(list, await store.list(list));
    },

    async getComputer({ ownerId, params: { computerId }, query, headers }) {
      [query, headers] satisfies readonly Nothing[];
      return existing(await store.get({ id: computerId, ownerId }));
    },

    async updateComputer({ ownerId, params: { computerId }, query, headers, body }) {
      [query, headers] satisfies readonly Nothing[];
      const change = store.change({ id: computerId, ownerId }, (computer) => ({
        computer: updateComputer(computer, body),
        startsJob: false,
      }));
      return existing(await change);
    },

    async retryInstallDeps({ ownerId, params: { computerId }, query, headers, trace }) {
      [query, headers] satisfies readonly Nothing[];
      const start = nextStart();
      const text = await store.change({ id: computerId, ownerId }, (computer) => ({
        computer: retryInstallDeps(computer, start),
        startsJob: true,
        traceparent: trace(),
      }));
      wakeProvisioning();
      return { status: 202, body: existing(text) };
    },
  };
}

function existing(text: string | undefined): string {
  if (text === undefined) throw new ProblemError("computer-not-found");
  return text;
}

const listStart = '{"computers":[';
const listEnd = "]}";

async function* listText(pages: AsyncIterable<ComputerPage>): AsyncIterable<string> {
  let before = listStart;
  for await (const { text } of pages) {
    // The previous page may have been exactly full.
    if (text !== "") yield before + text;
    before = ",";
  }
  yield listEnd;
}
