import { afterAll, describe, expect, test } from "vitest";
import { blocked, installDepsStep } from "../src/cases/computers/kinds.ts";
import { loadApi } from "../src/openapi/load-api.ts";
import { startFakeTarget } from "./targets/fake-target.ts";
import { sampleComputers } from "./targets/sample-computers.ts";
import { startServiceTarget } from "./targets/service-target.ts";

const api = loadApi();
const earlier = sampleComputers(api).find((computer) => blocked.matches(computer));
if (!earlier) throw new Error("No sample has an earlier step that has failed.");

/** An earlier step has failed while install-deps runs, which only an import can create. */
const both = {
  ...earlier,
  id: `${earlier.id}_both`,
  name: "both",
  status: "provisioning" as const,
  provisioningSteps: (earlier.provisioningSteps ?? []).map((step) =>
    step === installDepsStep(earlier)
      ? { ...step, status: "running", startedAt: 1794930059000, installSessionId: "ins_both" }
      : step,
  ),
};
const targets = await Promise.all([startFakeTarget(api, [both]), startServiceTarget(api, { more: [both] })]);
afterAll(() => Promise.all(targets.map((target) => target.close())));

/** Behaviour that the description leaves open, but that the service and the client's fake share. */
describe.each(targets)("the $name", ({ fetch, baseUrl, token }) => {
  const computers = "/api/v0/computers";
  const send = async (method: string, path: string, body?: string) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body ? { "content-type": "application/json" } : {}),
    };
    const init = { method, headers, signal: AbortSignal.timeout(60_000), ...(body ? { body } : {}) };
    const response = await fetch(baseUrl + path, init);
    return { status: response.status, ...((await response.json()) as object) };
  };

  test("reports a running session even if an earlier step has failed as well", async () => {
    expect(await send("POST", `${computers}/${both.id}/install-deps`)).toMatchObject({
      status: 409,
      type: "/problems/install-session-running",
    });
  });

  test("distinguishes an unknown path from an unknown computer", async () => {
    expect(await send("GET", "/api/v0/nothing")).toMatchObject({ status: 404, type: "/problems/not-found" });
    expect(await send("GET", `${computers}/nothing`)).toMatchObject({
      status: 404,
      type: "/problems/computer-not-found",
    });
  });

  test("refuses a repeated property, and names it", async () => {
    const refused = await send("PATCH", `${computers}/${earlier.id}`, '{"name":"x","name":"y"}');
    expect(refused).toMatchObject({
      status: 400,
      errors: [{ pointer: "/name", message: "is given more than once" }],
    });
  });

  test("refuses a repeated query parameter, and names it", async () => {
    const host = "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10";
    const refused = await send("GET", `${computers}?hostId=${host}&hostId=${host}`);
    expect(refused).toMatchObject({
      status: 400,
      errors: [{ parameter: "hostId", message: "is given more than once" }],
    });
  });
});
