import { expect, test } from "vitest";
import { type ComputeHostClient, createClient, isApiError, isInvalidResponseError } from "../../src/index.ts";
import { clientOf, computer, json, reply, startClient, startServer } from "../misbehaving-server.ts";
import { rejectionOf } from "../rejection-of.ts";

const calls = {
  get: ({ computers }: ComputeHostClient) => computers.get("cmp_1"),
  update: ({ computers }: ComputeHostClient) => computers.update("cmp_1", { name: "x" }),
  retry: ({ computers }: ComputeHostClient) => computers.retryInstallDeps("cmp_1"),
};

test.each([301, 302, 303, 307, 308])(
  "%i is an error that names the location, and nothing reaches the other origin",
  async (status) => {
    const other = await startServer(reply.found);
    const location = `${other.baseUrl}/api/v0/computers/cmp_2`;
    const headers = { "x-api-key": "secret-key" };
    const { client, received } = await startClient(
      (response) => response.writeHead(status, { location }).end(),
      { headers },
    );
    for (const call of Object.values(calls)) {
      const error = await rejectionOf(call(client));
      expect(isApiError(error)).toBe(true);
      expect(error).toMatchObject({ name: "ApiError", status, attempts: 1 });
      expect(error.message).toContain(`${status} redirected to ${location}`);
      expect(error.headers.get("location")).toBe(location);
    }
    expect([received.length, other.received.length]).toEqual([3, 0]);
  },
);

test.each([
  // Browsers return an opaque-redirect filtered response for `redirect: "manual"`.
  ["0 redirected", 0, "opaqueredirect"],
  ["300 without a problem document", 300, "default"],
  ["0 without a problem document", 0, "opaque"],
  ["0 without a problem document", 0, "error"],
])("without a location the message is %s (status %i, type %s)", async (what, status, type) => {
  const response = status ? new Response(null, { status }) : Response.error();
  const { computers } = clientOf(async () => Object.defineProperty(response, "type", { value: type }));
  const error = await rejectionOf(computers.get("cmp_1"));
  expect(error).toMatchObject({ name: "ApiError", status });
  expect(error.message).toBe(`getComputer: ${what} (no content type)`);
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
