import type { Computer } from "@compute-host/types";
import { expect, test } from "vitest";
import type { ComputerPage, ComputerPort, ListQuery } from "../computers/computer-store.ts";
import { type JsonText, jsonItems, jsonText, parseJsonText } from "../schema/json-text.ts";
import { createOperationHandlers } from "./operation-handlers.ts";
import { SizedText } from "./reply.ts";

const computer: Computer = {
  id: "a",
  name: "argo",
  providerType: "managed",
  createdAt: 1,
  ownerId: "usr_ada",
  status: "error",
  provisioningSteps: [{ id: "install-deps", name: "I", status: "failed", error: "E" }],
};
const start = { startedAt: 7, installSessionId: "ins_1" };

/** Handlers on a store that holds one computer, and what they did to it. */
function handlersOf(pages: readonly ComputerPage[] = []) {
  const calls: unknown[] = [];
  const isKnown = (key: object) => {
    calls.push(key);
    return JSON.stringify(key) === '{"id":"a","ownerId":"usr_ada"}';
  };
  const store: ComputerPort<Computer> = {
    get: async (key) => (isKnown(key) ? jsonText(computer) : undefined),
    list: async (query) => {
      calls.push(query);
      return pages[0] as ComputerPage;
    },
    change: async (key, change) => {
      if (!isKnown(key)) return undefined;
      const { computer: changed, ...rest } = change(computer);
      calls.push(rest);
      return jsonText(changed);
    },
  };
  async function* readPages(query: ListQuery) {
    calls.push(query);
    yield* pages;
  }
  const handlers = createOperationHandlers({
    store,
    readPages,
    nextStart: () => start,
    wakeProvisioning: () => calls.push("wake"),
  });
  return { handlers, calls };
}

const page = (names: readonly string[], more: Partial<ComputerPage> = {}): ComputerPage => {
  const text = jsonItems(names.map((name) => jsonText({ name }) as unknown as JsonText<Computer>));
  return { text, byteLength: new TextEncoder().encode(text).length, ...more };
};
const next = { createdAt: 1, id: "a" };
const call = { ownerId: "usr_ada", trace: () => "00-1", params: {}, query: {}, headers: {}, body: undefined };
const callOf = (computerId: string) => ({ ...call, params: { computerId } });

async function textOf(body: unknown): Promise<string> {
  if (body instanceof SizedText) return body.parts.join("");
  let text = "";
  for await (const part of body as AsyncIterable<string>) text += part;
  return text;
}

test.each([
  [[page([])], []],
  [[page(["a", "ö"])], ["a", "ö"]],
  [
    [page(["a"], { next }), page(["b", "c"], { next }), page([])],
    ["a", "b", "c"],
  ],
  [[page([], { next }), page([])], []],
  [[page([], { next }), page(["b"])], ["b"]],
])("a list of the pages %j has the computers %j", async (pages, names) => {
  const body = await handlersOf(pages).handlers.listComputers(call);
  const text = await textOf(body);
  expect(JSON.parse(text)).toEqual({ computers: names.map((name) => ({ name })) });
  if (body instanceof SizedText) expect(body.byteLength).toBe(new TextEncoder().encode(text).length);
});

test("a list with only one page is sent with its length", async () => {
  expect(await handlersOf([page(["a"])]).handlers.listComputers(call)).toBeInstanceOf(SizedText);
});

test.each([
  ["true", true],
  ["false", false],
  [undefined, false],
] as const)(
  "a list with includeProvisioningSteps=%s reads from the start, with steps: %s",
  async (text, withSteps) => {
    const { handlers, calls } = handlersOf([page([], { next })]);
    const query = { hostId: "h", ...(text && { includeProvisioningSteps: text }) };
    await textOf(await handlers.listComputers({ ...call, query }));
    const asked = { ownerId: "usr_ada", hostId: "h", withSteps, after: undefined };
    expect(calls).toEqual([asked, asked]);
  },
);

test("a computer is read, updated and retried for its owner", async () => {
  const { handlers, calls } = handlersOf();
  const read = (await handlers.getComputer(callOf("a"))) as JsonText<Computer>;
  expect(parseJsonText(read)).toEqual(computer);
  const updated = await handlers.updateComputer({ ...callOf("a"), body: { name: "b" } });
  expect(JSON.parse(updated as string)).toEqual({ ...computer, name: "b" });
  const { status, body } = (await handlers.retryInstallDeps(callOf("a"))) as { status: 202; body: string };
  expect([status, JSON.parse(body)]).toEqual([
    202,
    {
      ...computer,
      status: "provisioning",
      provisioningSteps: [{ id: "install-deps", name: "I", status: "running", ...start }],
    },
  ]);
  const key = { id: "a", ownerId: "usr_ada" };
  const job = { startsJob: true, traceparent: "00-1" };
  expect(calls).toEqual([key, key, { startsJob: false }, key, job, "wake"]);
});

test("a computer that the owner does not have is not found", async () => {
  const { handlers } = handlersOf();
  const notFound = expect.objectContaining({ code: "computer-not-found" });
  await expect(handlers.getComputer(callOf("b"))).rejects.toEqual(notFound);
  await expect(handlers.updateComputer({ ...callOf("b"), body: {} })).rejects.toEqual(notFound);
  await expect(handlers.retryInstallDeps(callOf("b"))).rejects.toEqual(notFound);
});
