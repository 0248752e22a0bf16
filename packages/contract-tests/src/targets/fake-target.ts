import { createFakeService } from "@compute-host/client/testing";
import type { SpecDocument } from "../spec/spec-document.ts";
import { fakeLacks } from "./capabilities.ts";
import { sampleComputers } from "./sample-computers.ts";
import { defaultLimits, type Target } from "./target.ts";

/** The fake service that the client brings for its users' tests. */
export async function startFakeTarget(document: SpecDocument): Promise<Target> {
  const token = "fake-token";
  const service = createFakeService({ token, computers: sampleComputers(document) });
  return {
    name: "client's fake",
    baseUrl: "http://fake.invalid",
    token,
    fetch: service.fetch,
    lacks: fakeLacks,
    ...defaultLimits,
    // Every look at a computer brings its provisioning on.
    async passTime() {},
    async close() {},
  };
}
