import { editJson, type TamperedAnswer } from "../targets/tampering-target.ts";
import type { PlantedBug } from "./planted-bug.ts";
import { editComputers, replaceStatus } from "./response-bugs.ts";

/** Bugs that only a service with state can have, or that a mock has by its nature. */
export const serviceBugs: readonly PlantedBug[] = [
  {
    bug: "answers a wrong method with 404",
    check: "unsupported_method",
    tamper: (request, answer) => replaceStatus(request, answer, 405, 404),
  },
  {
    bug: "names a method in Allow that it does not support",
    check: "allow_header_conformance",
    tamper: (_request, { headers }) => {
      if (headers.has("allow")) headers.set("allow", `${headers.get("allow")}, DELETE`);
    },
  },
  {
    bug: "takes bodies of any size",
    check: "status_code_conformance",
    tamper: (request, answer) => replaceStatus(request, answer, 413, 200),
  },
  {
    bug: "lets a stranger in",
    check: "ignored_auth",
    tamper: (request, answer) => replaceStatus(request, answer, 401, 200),
  },
  {
    bug: "tells one bad token from another",
    check: "decided_behaviour",
    tamper: ({ headers }, answer) => {
      if (answer.status === 401)
        editDetail(answer, `This is wrong: ${headers.get("authorization")?.slice(0, 8)}`);
    },
  },
  {
    bug: "repeats the id in a 404",
    operationId: "getComputer",
    check: "decided_behaviour",
    tamper: ({ url }, answer) => {
      if (answer.status === 404) editDetail(answer, `There is no ${new URL(url).pathname}.`);
    },
  },
  {
    bug: "writes another request id into the problem",
    check: "problem_describes_response",
    tamper: (_request, { headers }) => headers.set("x-request-id", "another"),
  },
  {
    bug: "calls a problem by another title",
    check: "problem_describes_response",
    tamper: (_request, answer) => {
      if (answer.status === 404) editJson(answer, (problem) => Object.assign(problem, { title: "Gone" }));
    },
  },
  {
    bug: "gives every answer the same request id",
    operationId: "retryInstallDeps",
    check: "decided_behaviour",
    tamper: (_request, answer) => {
      answer.headers.set("x-request-id", "same");
      if (answer.status >= 400 && answer.text) {
        editJson(answer, (problem) => Object.assign(problem, { requestId: "same" }));
      }
    },
  },
  {
    bug: "does not say what is wrong with a request",
    check: "decided_behaviour",
    tamper: (_request, answer) => {
      if (answer.status === 400) editJson(answer, (problem) => delete problem.errors);
    },
  },
  {
    bug: "counts in seconds",
    operationId: "getComputer",
    check: "decided_behaviour",
    tamper: (_request, answer) =>
      editComputers(answer, (computer) =>
        Object.assign(computer, { createdAt: Math.floor(Number(computer.createdAt) / 1000) }),
      ),
  },
];

function editDetail(answer: TamperedAnswer, detail: string): void {
  if (!answer.text) return;
  editJson(answer, (problem) => Object.assign(problem, { detail: detail }));
}
