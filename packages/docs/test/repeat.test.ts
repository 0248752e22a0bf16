import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createFakeService, type FakeService, sampleComputers } from "@compute-host/client/testing";
import { readApi } from "@compute-host/openapi/read-api";
import { expect, test } from "vitest";
import { problemKinds } from "../src/pages/problem-kinds.ts";
import { parseHtml, textOf } from "./html-tree.ts";

const kinds = await problemKinds(
  await readApi(fileURLToPath(import.meta.resolve("@compute-host/spec/openapi.yaml"))),
);
const { active, provisioning, installDepsFailed, byomWithHost } = sampleComputers;
const withoutSteps = { ...active, provisioningSteps: [] };
const computers = [provisioning, installDepsFailed, byomWithHost, withoutSteps];

interface Caller {
  readonly service: FakeService;
  token: string;
}

/** A request that gets a kind of problem, and what lets the same request succeed, if anything does. */
interface Attempt {
  readonly send: (caller: Caller) => Promise<Response>;
  readonly before?: (caller: Caller) => unknown;
  readonly change?: (caller: Caller) => unknown;
}

function request(path: string, method = "GET", body?: string, type = "application/json"): Attempt["send"] {
  return ({ service, token }) => {
    const headers = new Headers({ authorization: `Bearer ${token}` });
    if (body !== undefined) headers.set("content-type", type);
    return service.fetch(`http://fake/api/v0${path}`, { method, headers, body: body ?? null });
  };
}

const retry = (id: string) => request(`/computers/${id}/install-deps`, "POST");
const update = (id: string, body: unknown) => request(`/computers/${id}`, "PATCH", JSON.stringify(body));

/** Lets every step of a computer end. */
function endSteps(id: string): (caller: Caller) => void {
  return ({ service }) => {
    const isProvisioning = () => service.computers().find((one) => one.id === id)?.status === "provisioning";
    while (isProvisioning()) service.settleStep(id);
  };
}

const attempts: Readonly<Record<string, Attempt>> = {
  "invalid-request": { send: update(provisioning.id, { name: "" }) },
  "malformed-json": { send: request(`/computers/${provisioning.id}`, "PATCH", "{") },
  "malformed-url": { send: request("/computers/%zz") },
  unauthenticated: {
    send: request("/computers"),
    before: (caller) => {
      caller.token = "expired";
    },
    change: (caller) => {
      caller.token = "valid";
    },
  },
  "computer-not-found": { send: request("/computers/cmp_missing") },
  "not-found": { send: request("/hosts") },
  "method-not-allowed": { send: request("/computers", "DELETE") },
  "name-taken": {
    send: update(provisioning.id, { name: byomWithHost.name }),
    change: update(byomWithHost.id, { name: "another-name" }),
  },
  "host-already-set": { send: update(byomWithHost.id, { hostId: "8a7d2f64-0c35-4b19-a5e2-6f90d1c7b382" }) },
  "host-taken": { send: update(provisioning.id, { hostId: byomWithHost.hostId }) },
  "install-session-running": {
    send: retry(installDepsFailed.id),
    before: retry(installDepsFailed.id),
    change: endSteps(installDepsFailed.id),
  },
  "earlier-step-not-completed": { send: retry(provisioning.id), change: endSteps(provisioning.id) },
  "no-install-deps-step": { send: retry(withoutSteps.id) },
  "body-too-large": { send: update(provisioning.id, { name: "x".repeat(65_536) }) },
  "unsupported-media-type": { send: request(`/computers/${provisioning.id}`, "PATCH", "{}", "text/plain") },
};

/** Whether the same request can succeed, for the kinds that depend on the connection, the load and the machine. */
const canPass: Readonly<Record<string, boolean>> = {
  "malformed-http": false,
  "request-timeout": true,
  "expectation-failed": false,
  "rate-limited": true,
  "header-too-large": false,
  "internal-error": true,
  unavailable: true,
};

test("every kind of problem is tried, or known to depend on what no fake has", () => {
  const tried = [...Object.keys(attempts), ...Object.keys(canPass)];
  expect(tried.toSorted()).toEqual(kinds.map(({ name }) => name).toSorted());
});

test.each(kinds)("the page of $name says whether the same request can succeed", async ({ name, type }) => {
  const { elements } = parseHtml(
    readFileSync(new URL(`../dist/site/errors/${name}/index.html`, import.meta.url), "utf8"),
  );
  const question = "May I repeat it? ";
  const text = elements
    .filter(({ tagName }) => tagName === "p")
    .map(textOf)
    .find((one) => one.startsWith(question));
  const isNo = text?.startsWith(`${question}No:`);
  const attempt = attempts[name];
  if (attempt === undefined) return expect(isNo, text).toBe(!canPass[name]);
  const caller = {
    service: createFakeService({ computers, token: "valid", looksPerStep: Infinity }),
    token: "valid",
  };
  await attempt.before?.(caller);
  expect(await (await attempt.send(caller)).json()).toMatchObject({ type });
  await attempt.change?.(caller);
  const { ok } = await attempt.send(caller);
  expect(isNo, text).toBe(!ok);
});
