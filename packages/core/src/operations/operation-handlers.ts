import type { Computer, ComputerList } from "@compute-host/types";
import type { ComputerPage, ComputerPort, ListQuery, Nothing } from "../computers/computer-store.ts";
import { retryInstallDeps, type StepStart } from "../computers/steps.ts";
import { updateComputer } from "../computers/update-computer.ts";
import { ProblemError } from "../problems/problem.ts";
import type { JsonText } from "../schema/json-text.ts";
import type { OperationHandlers } from "./operation-types.ts";
import { ListText } from "./reply.ts";

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

/** Whatever else the description requires of a list belongs here. */
const computerList = new ListText<ComputerList>({ computers: [] });

/** What a handler has left of the parts of a request that it does not read. */
type Unread = readonly (Nothing | undefined)[];

/**
 * Makes the handlers of the interface's operations. A status, a field or a parameter that they do not handle does not
 * compile: each handler asserts with `satisfies` that no
 * parameter and no body is left unread.
 */
export function createOperationHandlers<C extends Computer>(context: HandlerContext<C>): OperationHandlers {
  const { store, readPages, nextStart, wakeProvisioning } = context;

  return {
    async listComputers({ ownerId, query, headers, body }) {
      const { hostId, includeProvisioningSteps, ...rest } = query;
      [rest, headers, body] satisfies Unread;
      const withSteps = includeProvisioningSteps === "true";
      const list: ListQuery = { ownerId, hostId, withSteps, after: undefined };
      const { text, byteLength, next } = await store.list(list);
      return next === undefined
        ? computerList.ofPage(text, byteLength)
        : computerList.ofPages(readPages(list));
    },

    async getComputer({ ownerId, params: { computerId }, query, headers, body }) {
      [query, headers, body] satisfies Unread;
      return existing(await store.get({ id: computerId, ownerId }));
    },

    async updateComputer({ ownerId, params: { computerId }, query, headers, body }) {
      [query, headers] satisfies Unread;
      const change = store.change({ id: computerId, ownerId }, (computer) => ({
        computer: updateComputer(computer, body),
        startsJob: false,
      }));
      return existing(await change);
    },

    async retryInstallDeps({ ownerId, params: { computerId }, query, headers, body, trace }) {
      [query, headers, body] satisfies Unread;
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

function existing<C>(text: JsonText<C> | undefined): JsonText<C> {
  if (text === undefined) throw new ProblemError("computer-not-found");
  return text;
}
