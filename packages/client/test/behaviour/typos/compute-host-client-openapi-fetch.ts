import { createClient } from "../../../src/openapi-fetch.ts";

const client = createClient({ baseUrl: "http://127.0.0.1", token: "key" });
const { signal } = new AbortController();
const at = { params: { path: { computerId: "cmp_1" } } };
export const calls = [
  client.GET("/api/v0/computers", { parmas: { query: { hostId: "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10" } } }),
  client.PATCH("/api/v0/computers/{computerId}", { ...at, body: { nmae: "build-box" } }),
  client.GET("/api/v0/computers/{computerId}", { ...at, sginal: signal }),
];
