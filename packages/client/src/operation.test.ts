import { expect, test } from "vitest";
import type { Exchange } from "./call.ts";
import {
  bytesOf,
  formBody,
  jsonOf,
  multipartBody,
  readByStatus,
  readBytes,
  readJson,
  readNothing,
  readOptional,
  readText,
  sending,
  textOf,
} from "./operation.ts";

test("a body has the content type of the spec", () => {
  const headers = {};
  expect(jsonOf("application/merge-patch+json")({ a: 1 }, headers)).toBe('{"a":1}');
  expect(headers).toEqual({ "content-type": "application/merge-patch+json" });
  expect(textOf("text/csv")("a,b", headers)).toBe("a,b");
  expect(headers).toEqual({ "content-type": "text/csv" });
  const bytes = new Uint8Array([255]);
  expect(bytesOf("image/png")(bytes, headers)).toBe(bytes);
  expect(headers).toEqual({ "content-type": "image/png" });
});

test("a form has a field for each value, and the platform writes its content type", async () => {
  const headers = {};
  const body = { a: 1, list: ["x", "y"], absent: undefined };
  expect(String(formBody({ ...body, none: null }, headers))).toBe("a=1&list=x&list=y");
  const file = new Blob(["bytes"]);
  const form = multipartBody({ ...body, file }, headers) as FormData;
  expect([...form].slice(0, 3)).toEqual([
    ["a", "1"],
    ["list", "x"],
    ["list", "y"],
  ]);
  expect(await (form.get("file") as Blob).text()).toBe("bytes");
  expect(headers).toEqual({});
});

test("a call by path writes the same body, unless it has a media type or a serializer of its own", () => {
  const { initOf } = sending(textOf("text/csv"));
  const init = initOf?.({}, { body: "a,b", headers: new Headers({ "X-A": "1" }) });
  expect(init).toMatchObject({ body: "a,b", headers: { "x-a": "1", "content-type": "text/csv" } });
  expect(sending(formBody).initOf?.({}, { body: {} })).toMatchObject({ headers: { "content-type": null } });
  expect(initOf?.({}, { body: "a", headers: { "Content-Type": "text/plain" } })).toEqual({});
  expect(initOf?.({}, { body: {}, bodySerializer: String })).toEqual({});
  expect(initOf?.({}, {})).toEqual({});
});

test.each([
  [textOf("text/plain"), {}, "body must be a string"],
  [bytesOf("image/png"), "text", "body must be a Blob, an ArrayBuffer or a Uint8Array"],
  [formBody, "a=1", "body must be an object"],
  [multipartBody, undefined, "body must be an object"],
])("%o refuses %j", (write, body, message) => {
  expect(() => write(body, {})).toThrow(message);
});

test.each([
  [readText, "text", "text"],
  [readNothing, "text", undefined],
  [readOptional(readText), "text", "text"],
  [readOptional(readText), "", undefined],
])("%o reads %j as %j", (read, body, data) => {
  expect(read({ body } as Exchange)).toBe(data);
});

test("several successes are read as their status says, and name their schema", () => {
  const read = readByStatus({ "200": [readText], "202": [readJson, "Computer"], "2XX": [readNothing] });
  const received = (status: number): Exchange => ({ body: "{}", response: { status } }) as Exchange;
  const job = received(202);
  expect([read(received(200)), read(job), read(received(204))]).toEqual(["{}", {}, undefined]);
  expect(job.responseSchema).toBe("Computer");
});

test("bytes are read as they are", async () => {
  const bytes = new Uint8Array([255, 0]);
  expect(await readBytes({ chunks: [bytes, bytes] } as never)).toEqual(new Uint8Array([255, 0, 255, 0]));
  expect(await readBytes({ body: "" } as Exchange)).toEqual(new Uint8Array());
});
