import { context, propagation, SpanStatusCode, trace } from "@opentelemetry/api";
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type ClientOptions, createClient } from "../../src/index.ts";
import { computer, json, problem, startServer } from "../misbehaving-server.ts";
import { rejectionOf } from "../rejection-of.ts";

const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
beforeAll(() => provider.register());
afterAll(async () => {
  await provider.shutdown();
  // What is registered stays in its process, where the next run of this file could not register its own.
  for (const api of [context, propagation, trace]) api.disable();
});

/** The options of the client in the guide's program: one span for each request, and its context in `traceparent`. */
let traced: ClientOptions = {};
vi.doMock("@compute-host/client", () => ({
  createClient(options: ClientOptions) {
    traced = options;
    return { computers: { list: async () => ({ computers: [] }) } };
  },
}));
// An earlier run of this file in its process has loaded the program with its own client.
vi.resetModules();
await import("../../examples/tracing.ts");
vi.doUnmock("@compute-host/client");

test("hooks create a span for each request, and the service receives its context", async () => {
  exporter.reset();
  const { baseUrl, received } = await startServer((response, { url }, index) => {
    if (url.endsWith("/broken")) response.destroy();
    else if (index < 1) problem(response, 503, { "retry-after": "0" });
    else json(response, 200, computer);
  });
  const { computers } = createClient({ ...traced, baseUrl, token: "key" });
  const parent = trace.getTracer("test").startSpan("parent");
  await context.with(trace.setSpan(context.active(), parent), async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => computers.get(`cmp_${index}`)));
    await rejectionOf(computers.update("broken", { name: "x" }));
  });
  const { traceId } = parent.spanContext();
  const spans = exporter.getFinishedSpans();
  const named = spans.map((span) => [span.name, `00-${traceId}-${span.spanContext().spanId}-01`].join());
  const names = { GET: "getComputer", PATCH: "updateComputer" } as Readonly<Record<string, string>>;
  const sent = received.map(({ method, headers }) => [names[method], headers.traceparent].join());
  expect(sent).toHaveLength(22);
  expect(named.toSorted()).toEqual(sent.toSorted());
  const failed = spans.filter(({ status }) => status.code === SpanStatusCode.ERROR);
  expect(failed.map(({ name }) => name)).toEqual(["getComputer", "updateComputer"]);
});
