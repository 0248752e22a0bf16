import ky from "ky";

const url = "http://127.0.0.1/api/v0/computers";
const { signal } = new AbortController();
export const calls = [
  ky.get(url, { searchParams: { hostid: "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10" } }),
  ky.patch(`${url}/cmp_1`, { json: { nmae: "build-box" } }),
  ky.get(`${url}/cmp_1`, { sginal: signal }),
];
