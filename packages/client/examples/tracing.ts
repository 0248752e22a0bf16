import { createClient } from "@compute-host/client";
import { context, propagation, SpanStatusCode, trace } from "@opentelemetry/api";

const spans = new Map();
let current = trace.getActiveSpan();

const client = createClient({
  hooks: {
    onRequest({ callId, operationId, method }) {
      current = trace.getTracer("compute-host").startSpan(operationId ?? method);
      spans.set(callId, current);
    },
    onEnd({ callId, status, error }) {
      if (error || Number(status) >= 400) {
        spans.get(callId)?.setStatus({ code: SpanStatusCode.ERROR });
      }
      spans.get(callId)?.end();
      spans.delete(callId);
    },
  },
  fetch(url, init) {
    const headers = { ...init.headers };
    if (current) propagation.inject(trace.setSpan(context.active(), current), headers);
    return fetch(url, { ...init, headers });
  },
});
console.log((await client.computers.list()).computers.length);
