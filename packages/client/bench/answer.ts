/** The response to every request of the benchmark: one computer. */
export const answer: { status: number; headers: Record<string, string>; body: string } = {
  status: 200,
  headers: { "content-type": "application/json", "x-request-id": "req-1" },
  body: JSON.stringify({
    id: "cmp_1",
    name: "build-box",
    providerType: "managed",
    createdAt: 1795102800000,
  }),
};
