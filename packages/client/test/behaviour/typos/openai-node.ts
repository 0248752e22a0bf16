import OpenAI from "openai";

const client = new OpenAI({ baseURL: "http://127.0.0.1", apiKey: "key" });
const { signal } = new AbortController();
export const calls = [
  client.models.list({ query: { hostid: "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10" } }),
  client.responses.create({ model: "gpt", input: "x", metadat: { name: "build-box" } }),
  client.models.retrieve("cmp_1", { sginal: signal }),
];
