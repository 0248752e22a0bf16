import { context, propagation, type Span, SpanStatusCode, trace } from "@opentelemetry/api";
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ClientOptions, createClient } from "../src/index.ts";
import { computer, json, problem, startServer } from "./misbehaving-server.ts";
import { rejectionOf } from "./rejection-of.ts";

const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
beforeAll(() => provider.register());
afterAll(() => provider.shutdown());

/** The README's program: one span for each request, and its context in `traceparent`. */
function traced(): Pick<ClientOptions, "hooks" | "fetch"> {
  const tracer = trace.getTracer("compute-host");
  const spans = new Map<string, Span>();
  let current: Span | undefined;
  return {
    hooks: {
      onRequest({ callId, operationId, method, url, attempt }) {
        current = tracer.startSpan(operationId ?? method, {
          attributes: {
            "http.request.method": method,
            "url.full": url,
            "http.request.resend_count": attempt - 1,
          },
        });
        spans.set(callId, current);
      },
      onEnd({ callId, status, error }) {
        const span = spans.get(callId);
        if (status) span?.setAttribute("http.response.status_code", status);
        if (error || Number(status) >= 400)
          span?.setStatus({ code: SpanStatusCode.ERROR, message: String(error ?? status) });
        span?.end();
        spans.delete(callId);
      },
    },
    // Called synchronously after `onRequest`.
    fetch(url, init) {
      const headers = { ...init.headers };
      if (current) propagation.inject(trace.setSpan(context.active(), current), headers);
      return fetch(url, { ...init, headers });
    },
  };
}

test("hooks create a span for each request, and the service receives its context", async () => {
  exporter.reset();
  const { baseUrl, received } = await startServer((response, { url }, index) => {
    if (url.endsWith("/broken")) response.destroy();
    else if (url.endsWith("/slow")) return;
    else if (index < 1) problem(response, 503, { "retry-after": "0" });
    else json(response, 200, computer);
  });
  const { computers } = createClient({ baseUrl, token: "key", ...traced() });
  const parent = trace.getTracer("test").startSpan("parent");
  await context.with(trace.setSpan(context.active(), parent), async () => {
    await computers.get("cmp_1");
    await Promise.all(Array.from({ length: 20 }, (_, index) => computers.get(`cmp_${index}`)));
    await rejectionOf(computers.update("broken", { name: "x" }));
    await rejectionOf(computers.get("slow", { timeoutMs: 50 }));
  });
  parent.end();
  const spans = exporter.getFinishedSpans().filter(({ name }) => name !== "parent");
  expect(spans).toHaveLength(24);
  expect(new Set(spans.map((span) => span.spanContext().traceId))).toEqual(
    new Set([parent.spanContext().traceId]),
  );
  for (const { url, headers } of received) {
    const [, traceId, spanId] = String(headers.traceparent).split("-");
    const span = spans.find((one) => one.spanContext().spanId === spanId);
    expect(span?.spanContext().traceId).toBe(traceId);
    expect(span?.attributes["url.full"]).toBe(baseUrl + url);
  }
  const failed = spans.filter(({ status }) => status.code === SpanStatusCode.ERROR);
  expect(failed.map(({ name, status }) => `${name}: ${status.message?.split(":")[0]}`)).toEqual([
    "getComputer: 503",
    "updateComputer: ConnectionError",
    "getComputer: TimeoutError",
  ]);
});
