import { setTimeout as sleep } from "node:timers/promises";
import { editJson, type TamperedAnswer } from "../targets/tampering-target.ts";
import type { PlantedBug } from "./planted-bug.ts";

const slowMs = 60;
const impatientMs = 20;

/** Bugs that any target can have. */
export const responseBugs: readonly PlantedBug[] = [
  {
    bug: "fails on a valid request",
    check: "not_a_server_error",
    tamper: (request, answer) => replaceStatus(request, answer, 200, 500),
  },
  {
    bug: "answers with a status that is not documented",
    check: "status_code_conformance",
    tamper: (request, answer) => replaceStatus(request, answer, 200, 201),
  },
  {
    bug: "answers with another documented status",
    check: "status_code_conformance",
    tamper: (request, answer) => replaceStatus(request, answer, 404, 409),
  },
  {
    bug: "sends HTML",
    check: "content_type_conformance",
    tamper: (_request, { headers }) => headers.set("content-type", "text/html"),
  },
  {
    bug: "drops a required header",
    check: "response_headers_conformance",
    tamper: (_request, { headers }) => headers.delete("x-request-id"),
  },
  {
    bug: "sends a header of the wrong type",
    // No answer of a healthy service has Retry-After.
    isForMocksOnly: true,
    check: "response_headers_conformance",
    tamper: (_request, { headers }) => {
      if (headers.has("retry-after")) headers.set("retry-after", "soon");
    },
  },
  {
    bug: "drops a required field",
    check: "response_schema_conformance",
    tamper: (_request, answer) => editComputers(answer, (computer) => delete computer.providerType),
  },
  {
    bug: "sends a field of the wrong type",
    check: "response_schema_conformance",
    tamper: (_request, answer) =>
      editComputers(answer, (computer) => Object.assign(computer, { createdAt: String(computer.createdAt) })),
  },
  {
    bug: "sends a value that the enum does not have",
    check: "response_schema_conformance",
    tamper: (_request, answer) =>
      editComputers(answer, (computer) => Object.assign(computer, { status: "sleeping" })),
  },
  {
    bug: "takes too long",
    check: "max_response_time",
    maxResponseMs: impatientMs,
    tamper: async () => void (await sleep(slowMs)),
  },
  {
    bug: "takes invalid data",
    check: "negative_data_rejection",
    tamper: (request, answer) => replaceStatus(request, answer, 400, 200),
  },
  {
    bug: "refuses valid data",
    check: "positive_data_acceptance",
    tamper: (request, answer) => replaceStatus(request, answer, 200, 400),
  },
  {
    bug: "does without the required header",
    check: "missing_required_header",
    tamper: (request, answer) => {
      if (!request.headers.has("authorization")) replaceStatus(request, answer, 401, 200);
    },
  },
  {
    bug: "ignores what the credential is",
    check: "ignored_auth",
    tamper: (request, answer) => {
      if (request.headers.has("authorization")) replaceStatus(request, answer, 401, 200);
    },
  },
];

/** Turns one status into another, with a body and headers that are right for the new one. */
export function replaceStatus(request: Request, answer: TamperedAnswer, from: number, to: number): void {
  if (answer.status !== from) return;
  answer.status = to;
  const isError = to >= 400;
  const title = "Replaced";
  const instance = new URL(request.url).pathname;
  const requestId = answer.headers.get("x-request-id");
  answer.headers.set("content-type", isError ? "application/problem+json" : "application/json");
  answer.text = JSON.stringify({
    ...(isError
      ? { type: "/problems/replaced", title, status: to, detail: title, instance, requestId }
      : { id: "replaced", name: title, providerType: "byom", createdAt: 0, computers: [] }),
  });
}

/** Edits the computer or the computers of an answer. */
export function editComputers(
  answer: TamperedAnswer,
  edit: (computer: Record<string, unknown>) => unknown,
): void {
  if (answer.status >= 300) return;
  editJson(answer, (json) => {
    const computers = Array.isArray(json.computers) ? json.computers : [json];
    for (const computer of computers) edit(computer);
  });
}
