import { getComputer, listComputers, updateComputer } from "../../../.peers/redocly.ts";

const { signal } = new AbortController();
const path = { computerId: "cmp_1" };
export const calls = [
  listComputers({ query: { hostid: "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10" } }),
  updateComputer({ path, body: { nmae: "build-box" } }),
  getComputer({ path }, { sginal: signal }),
];
