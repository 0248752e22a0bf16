import type { Api, Received } from "./probes/api.ts";
import { freeHost, installDepsOf } from "./probes/expectations.ts";
import { seedHosts as hosts, seedIds as ids } from "./seed-computers.ts";

/** A stop on a walk through the interface. */
export interface Stop {
  readonly title: string;
  readonly send: (api: Api) => Promise<Received>;
  readonly status: number;
  readonly schema: "Computer" | "ComputerList" | "Problem";
  /** Further checks beyond status and schema. */
  readonly isRight?: (received: Received) => boolean;
}

const anonymous = { authorization: null };
const withSteps = "?includeProvisioningSteps=true";

const reads: readonly Stop[] = [
  {
    title: "a list has all of the owner's computers, without steps",
    send: (api) => api.list(),
    status: 200,
    schema: "ComputerList",
    isRight: ({ body }) =>
      body.computers.length === 12 && body.computers.every((computer) => !("provisioningSteps" in computer)),
  },
  {
    title: "a list with steps",
    send: (api) => api.list(withSteps),
    status: 200,
    schema: "ComputerList",
    isRight: ({ body }) => body.computers.every(({ provisioningSteps }) => Array.isArray(provisioningSteps)),
  },
  {
    title: "a list by host",
    send: (api) => api.list(`?hostId=${hosts.active.toUpperCase()}`),
    status: 200,
    schema: "ComputerList",
    isRight: ({ body }) => body.computers.map(({ id }) => id).join() === ids.active,
  },
  {
    title: "the second owner's list",
    send: (api) => api.foreign.list(),
    status: 200,
    schema: "ComputerList",
    isRight: ({ body }) => body.computers.length === 3,
  },
  { title: "an invalid query", send: (api) => api.list("?hostId=x"), status: 400, schema: "Problem" },
  {
    title: "a list without credentials",
    send: (api) => api.list("", anonymous),
    status: 401,
    schema: "Problem",
  },
  ...[ids.active, ids.provisioning, ids.earlierFailed, ids.stepless, ids.snapshot].map((id) => ({
    title: `the computer ${id}`,
    send: (api: Api) => api.get(id),
    status: 200,
    schema: "Computer" as const,
    isRight: ({ body }: Received) => body.id === id,
  })),
  { title: "an unknown id", send: (api) => api.get("cmp_missing"), status: 404, schema: "Problem" },
  { title: "a foreign id", send: (api) => api.get(ids.otherActive), status: 404, schema: "Problem" },
  {
    title: "a method that the path does not support",
    send: (api) => api.call("DELETE", "/api/v0/computers"),
    status: 405,
    schema: "Problem",
  },
];

const updates: readonly Stop[] = [
  {
    title: "an update of everything",
    send: (api) => api.update(ids.template, { name: "renamed", hostId: freeHost, remoteUser: "other" }),
    status: 200,
    schema: "Computer",
    isRight: ({ body }) => body.name === "renamed" && body.hostId === freeHost && body.remoteUser === "other",
  },
  {
    title: "an empty update",
    send: (api) => api.update(ids.template, {}),
    status: 200,
    schema: "Computer",
    isRight: ({ body }) => body.name === "renamed",
  },
  {
    title: "an update to a taken name",
    send: (api) => api.update(ids.active, { name: "renamed" }),
    status: 409,
    schema: "Problem",
  },
  {
    title: "an update to another host",
    send: (api) => api.update(ids.active, { hostId: freeHost }),
    status: 409,
    schema: "Problem",
  },
  {
    title: "an invalid update",
    send: (api) => api.update(ids.active, { name: "", nmae: 1 }),
    status: 400,
    schema: "Problem",
    isRight: ({ body }) => body.errors.map(({ pointer }) => pointer).join() === "/name,/nmae",
  },
  {
    title: "a body that is not JSON",
    send: (api) => api.send(ids.active, "{"),
    status: 400,
    schema: "Problem",
  },
  {
    title: "a body that is too large",
    send: (api) => api.send(ids.active, " ".repeat(70_000)),
    status: 413,
    schema: "Problem",
  },
  {
    title: "a body of another media type",
    send: (api) => api.send(ids.active, "{}", "text/plain"),
    status: 415,
    schema: "Problem",
  },
  {
    title: "an update of an unknown id",
    send: (api) => api.update("cmp_missing", {}),
    status: 404,
    schema: "Problem",
  },
];

const retries: readonly Stop[] = [
  {
    title: "a retry",
    send: (api) => api.retry(ids.installFailed),
    status: 202,
    schema: "Computer",
    isRight: ({ body }) => {
      const step = installDepsOf(body);
      const isCleared = step?.error === undefined && step?.completedAt === undefined;
      return body.status === "provisioning" && step?.status === "running" && isCleared;
    },
  },
  {
    title: "a retry while a session is running",
    send: (api) => api.retry(ids.installFailed),
    status: 409,
    schema: "Problem",
  },
  {
    title: "a retry after an earlier step failed",
    send: (api) => api.retry(ids.earlierFailed),
    status: 409,
    schema: "Problem",
  },
  {
    title: "a retry without the step",
    send: (api) => api.retry(ids.stepless),
    status: 409,
    schema: "Problem",
  },
  {
    title: "the computer after its retry",
    send: async (api) => {
      await api.settled(ids.installFailed);
      return api.get(ids.installFailed);
    },
    status: 200,
    schema: "Computer",
    isRight: ({ body }) => body.status === "active" && installDepsOf(body)?.status === "completed",
  },
];

/** A walk over every operation, stop by stop. */
export const tour: readonly Stop[] = [...reads, ...updates, ...retries];
