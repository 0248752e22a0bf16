import {
  type ComputeHostClient,
  createClient,
  isAuthenticationError,
  isBadRequestError,
  isConflictError,
  isNotFoundError,
  type ListComputersParams,
} from "@compute-host/client";
import type { Computer } from "@compute-host/types";
import { afterAll, describe, expect, test } from "vitest";
import { installDepsStep, retriable } from "../../src/cases/computers/kinds.ts";
import { loadApi } from "../../src/openapi/load-api.ts";
import { startFakeTarget } from "../targets/fake-target.ts";
import { startServiceTarget } from "../targets/service-target.ts";

const api = loadApi();
const targets = await Promise.all([startFakeTarget(api), startServiceTarget(api)]);
afterAll(() => Promise.all(targets.map((target) => target.close())));

type Failure = [
  error: string,
  guard: (error: unknown) => boolean,
  call: (id: string, stranger: ComputeHostClient) => Promise<unknown>,
];

describe.each(targets)("the client against the $name", (target) => {
  const { baseUrl, timeoutMs } = target;
  /** Lets time pass with every request, so that sessions end. */
  const patient: typeof fetch = async (input, init) => {
    await target.passTime(100);
    return target.fetch(input, init);
  };
  const clientOf = (token = target.token, fetch = target.fetch) =>
    createClient({ baseUrl, token, timeoutMs, maxRetries: 0, fetch: (url, init) => fetch(url, init) });
  const { computers } = clientOf();
  /** A parameter that the spec comes to require belongs here. */
  const list = (params: Partial<ListComputersParams>) => computers.list({ ...params });

  async function plain(path: string): Promise<unknown> {
    const headers = { authorization: `Bearer ${target.token}` };
    const url = `${baseUrl}/api/v0/computers${path}`;
    const response = await target.fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
    return response.json();
  }

  async function anyComputer(isOfKind: (computer: Computer) => boolean = () => true): Promise<Computer> {
    const { computers: all } = await list({ includeProvisioningSteps: true });
    const found = all.find(isOfKind);
    if (!found) throw new Error("There is no such computer.");
    return found;
  }

  test.each([true, false])("lists what plain HTTP lists, with includeProvisioningSteps %s", async (steps) => {
    const query = { includeProvisioningSteps: steps };
    expect(await list(query)).toEqual(await plain(`?includeProvisioningSteps=${steps}`));
  });

  test("lists the computers of a host", async () => {
    const { id, hostId = "" } = await anyComputer((computer) => computer.hostId !== undefined);
    expect((await list({ hostId })).computers.map((computer) => computer.id)).toEqual([id]);
  });

  test("gets what plain HTTP gets", async () => {
    const { id } = await anyComputer(({ status }) => status === "active");
    expect(await computers.get(id)).toEqual(await plain(`/${id}`));
  });

  test("updates a computer", async () => {
    const { id } = await anyComputer();
    const name = `client-${crypto.randomUUID()}`;
    expect(await computers.update(id, { name })).toMatchObject({ id, name });
    expect(await plain(`/${id}`)).toMatchObject({ id, name });
  });

  test("follows a retry to its end with waitUntilSettled", async () => {
    const { id } = await anyComputer(retriable.matches);
    const waiting = clientOf(target.token, patient).computers;
    const accepted = await waiting.retryInstallDeps(id);
    const seen: (string | undefined)[] = [];
    const settled = await waiting.waitUntilSettled(id, {
      deadlineMs: target.settleWithinMs,
      intervalMs: 1,
      onProgress: ({ step }) => void (step.id === "install-deps" && seen.push(step.status)),
    });
    const [started, ended] = [accepted, settled].map(installDepsStep);
    expect(ended?.installSessionId).toBe(started?.installSessionId);
    expect(["active", "error"]).toContain(settled.status);
    expect(seen.at(-1)).toBe(ended?.status);
  });

  const failures: Failure[] = [
    [
      "BadRequestError for a text that is too short",
      isBadRequestError,
      (id) => computers.update(id, { name: "" }),
    ],
    ["NotFoundError for an unknown ID in get", isNotFoundError, () => computers.get("cmp_missing")],
    ["NotFoundError for an unknown ID in update", isNotFoundError, () => computers.update("cmp_missing", {})],
    [
      "NotFoundError for an unknown ID in retry",
      isNotFoundError,
      () => computers.retryInstallDeps("cmp_missing"),
    ],
    [
      "AuthenticationError for an unknown token",
      isAuthenticationError,
      (id, { computers: own }) => own.get(id),
    ],
    [
      "ConflictError for a taken name",
      isConflictError,
      async (id) => computers.update(id, { name: (await anyComputer((one) => one.id !== id)).name }),
    ],
  ];

  test.each(failures)("throws %s", async (_error, guard, call) => {
    const { id } = await anyComputer();
    const outcome = await call(id, clientOf("nobody")).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(guard(outcome)).toBe(true);
  });
});
