/** The response to a request of the benchmark. */
export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const json = (status: number, type: string, body: object): Answer => ({
  status,
  headers: { "content-type": type, "x-request-id": "req-1" },
  body: JSON.stringify(body),
});

const found = json(200, "application/json", {
  id: "cmp_1",
  name: "build-box",
  providerType: "managed",
  createdAt: 1795102800000,
});
const missing = json(404, "application/problem+json", {
  type: "/problems/computer-not-found",
  title: "No such computer",
  status: 404,
  detail: "You have no computer with this ID.",
});

/** One computer, and a problem document for `/missing`. */
export const answerTo = (url = ""): Answer => (url.endsWith("/missing") ? missing : found);
