import { createClient } from "@compute-host/client/openapi-fetch";

const api = createClient({
  hooks: {
    onResponse({ operationId, responseHeaders }) {
      // An operation that will go away, and when (RFC 9745, RFC 8594).
      if (responseHeaders.has("deprecation")) {
        console.warn(`${operationId} is deprecated. Sunset: ${responseHeaders.get("sunset")}`);
      }
      // A gateway in front of the service may count requests.
      const remaining = Number(responseHeaders.get("x-ratelimit-remaining") ?? Infinity);
      if (remaining < 10) console.warn(`${remaining} requests are left.`);
      // With a wrong clock, a new JWT seems to have expired, and a Retry-After with a date is misread.
      const skewMs = Date.now() - Date.parse(responseHeaders.get("date") ?? "");
      if (Math.abs(skewMs) > 60_000) console.warn(`This clock is off by ${Math.round(skewMs / 1000)} s.`);
    },
  },
});

// The raw text of a response, of which nothing is parsed or checked.
const { data: text } = await api.GET("/api/v0/computers", { parseAs: "text" });
console.log(text);
