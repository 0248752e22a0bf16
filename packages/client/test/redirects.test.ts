import { expect, test } from "vitest";
import { createClient, isApiError, isInvalidResponseError } from "../src/index.ts";
import { computer, json, startServer } from "./misbehaving-server.ts";
import { rejectionOf } from "./rejection-of.ts";

const call = {
  get: (client: ReturnType<typeof createClient>) => client.computers.get("cmp_1"),
  update: (client: ReturnType<typeof createClient>) => client.computers.update("cmp_1", { name: "x" }),
  retry: (client: ReturnType<typeof createClient>) => client.computers.retryInstallDeps("cmp_1"),
};

test.each(
  [301, 302, 303, 307, 308].flatMap((status) =>
    (["get", "update", "retry"] as const).map((method) => [status, method] as const),
  ),
)("%i is an error that names where to (%s), and nothing reaches the other origin", async (status, method) => {
  const other = await startServer((response) => json(response, 200, computer));
  const location = `${other.baseUrl}/api/v0/computers/cmp_2`;
  const { baseUrl, received } = await startServer((response) =>
    response.writeHead(status, { location }).end(),
  );
  const client = createClient({ baseUrl, token: "key", headers: { "x-api-key": "secret-key" } });
  const error = await rejectionOf(call[method](client));
  expect(isApiError(error)).toBe(true);
  expect(error).toMatchObject({ name: "ApiError", status, attempts: 1 });
  expect(error.message).toContain(`${status} redirected to ${location}`);
  expect(error.headers.get("location")).toBe(location);
  expect([received.length, other.received.length]).toEqual([1, 0]);
});

test("a redirect that a browser hides is an error too", async () => {
  // Browsers return an opaque-redirect filtered response for `redirect: "manual"`.
  const hidden = Object.defineProperties(Response.error(), { type: { value: "opaqueredirect" } });
  const fetch = async () => hidden;
  const error = await rejectionOf(
    createClient({ baseUrl: "http://a", token: "key", fetch }).computers.update("cmp_1", { name: "x" }),
  );
  expect(error).toMatchObject({ name: "ApiError", status: 0 });
  expect(error.message).toBe("updateComputer: 0 redirected (no content type)");
});

test.each([
  ["300", () => new Response(null, { status: 300 })],
  ["0", () => Object.defineProperty(Response.error(), "type", { value: "opaque" })],
])("%s without a location is an error, but not a redirect", async (status, respond) => {
  const { computers } = createClient({ baseUrl: "http://a", token: "key", fetch: async () => respond() });
  const error = await rejectionOf(computers.get("cmp_1"));
  expect(error.message).toBe(`getComputer: ${status} without a problem document (no content type)`);
});

test("refuses the response of a fetch that follows redirects anyway", async () => {
  const { baseUrl } = await startServer((response, { url }) =>
    url.startsWith("/api")
      ? response.writeHead(303, { location: "/elsewhere" }).end()
      : json(response, 200, computer),
  );
  const fetch = (url: string, init: RequestInit) => globalThis.fetch(url, { ...init, redirect: "follow" });
  const error = await rejectionOf(
    createClient({ baseUrl, token: "key", fetch }).computers.update("cmp_1", { name: "x" }),
  );
  expect(isInvalidResponseError(error)).toBe(true);
  expect(error.message).toContain(`redirected to ${baseUrl}/elsewhere`);
});
