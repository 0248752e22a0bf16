import { createClient } from "../../../src/index.ts";

const { computers } = createClient({ baseUrl: "http://127.0.0.1", token: "key" });
const { signal } = new AbortController();
export const calls = [
  computers.list({ hostid: "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10" }),
  computers.update("cmp_1", { nmae: "build-box" }),
  computers.get("cmp_1", { sginal: signal }),
];
