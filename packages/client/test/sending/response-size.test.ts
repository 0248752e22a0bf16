import { expect, test } from "vitest";
import { clientOf, computer } from "../misbehaving-server.ts";
import { rejectionOf } from "../rejection-of.ts";

// A small compressed response can decompress into a very large one.
test.each([
  ["a success is read up to the limit", 200, { maxResponseBytes: 1 << 20 }, "InvalidResponseError"],
  ["of an error, at most 256 KiB are read", 500, { maxRetries: 0 }, "ServerError"],
])("%s", async (_what, status, options, name) => {
  let sent = 0;
  const chunk = Buffer.alloc(1 << 16, "x");
  const pull = (controller: ReadableStreamDefaultController) =>
    sent++ < 100 ? controller.enqueue(chunk) : controller.close();
  const respond = async () => new Response(new ReadableStream({ pull }), { status });
  const error = await rejectionOf(clientOf(respond, options).computers.get("cmp_1"));
  expect(error).toMatchObject({ name, status, attempts: 1, body: "x".repeat(2_000) });
  expect(error.message).toMatch(status === 200 ? "with a body over maxResponseBytes" : "without a problem");
  // One more chunk tells that there is more, and a stream reads one ahead.
  expect(sent).toBeLessThanOrEqual(status === 200 ? 18 : 6);
});

test("the limit counts bytes: a body of exactly that size passes", async () => {
  const text = JSON.stringify({ ...computer, name: "ü".repeat(10) });
  const bytes = Buffer.byteLength(text);
  const { computers } = clientOf(async () => new Response(text), { maxResponseBytes: bytes });
  expect(await computers.get("cmp_1")).toMatchObject({ name: "üüüüüüüüüü" });
  const error = await rejectionOf(computers.get("cmp_1", { maxResponseBytes: bytes - 1 }));
  expect(error.name).toBe("InvalidResponseError");
});

test("an error that is too large is still the error of its status", async () => {
  const respond = async () => Response.json({ detail: "x".repeat(10_000) }, { status: 409 });
  const error = await rejectionOf(clientOf(respond, { maxResponseBytes: 100 }).computers.get("cmp_1"));
  expect(error).toMatchObject({ name: "ConflictError", status: 409 });
});

test("a long body is cut between two characters", async () => {
  const respond = async () => new Response(`x${"😀".repeat(3_000)}`, { status: 500 });
  const { computers } = clientOf(respond, { maxRetries: 0 });
  expect((await rejectionOf(computers.get("cmp_1"))).body).toBe(`x${"😀".repeat(1_999)}`);
});

test("reads all of a body in many chunks that split characters", async () => {
  const text = JSON.stringify({ ...computer, name: "äöü€😀".repeat(50) });
  const bytes = ReadableStream.from([...Buffer.from(text)].map((byte) => Uint8Array.of(byte)));
  const { computers } = clientOf(async () => new Response(bytes));
  expect(await computers.get("cmp_1")).toEqual(JSON.parse(text));
});

test("reads a response without a stream, as in React Native, as text", async () => {
  const response = {
    ok: true,
    status: 200,
    headers: new Headers(),
    text: async () => JSON.stringify(computer),
  };
  const { computers } = clientOf(async () => response as Response);
  expect(await computers.get("cmp_1")).toEqual(computer);
  expect(await rejectionOf(computers.get("cmp_1", { maxResponseBytes: 5 }))).toMatchObject({ status: 200 });
});
