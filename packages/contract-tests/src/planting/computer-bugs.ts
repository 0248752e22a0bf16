import type { Computer, ComputerUpdate } from "@compute-host/types";
import { editJson, type TamperedAnswer } from "../targets/tampering-target.ts";
import type { PlantedBug } from "./planted-bug.ts";
import { editComputers, replaceStatus } from "./response-bugs.ts";

const check = "decided_behaviour";

/** Bugs in what the operations do. */
export function computerBugs(): PlantedBug[] {
  const firstNames = new Map<unknown, unknown>();
  const leakedUsers = new Map<string, string>();
  return [
    {
      bug: "lists the oldest first",
      operationId: "listComputers",
      check,
      tamper: (request, answer) => editList(request, answer, reverse),
    },
    {
      bug: "finds a host in one letter case only",
      operationId: "listComputers",
      check,
      tamper: (request, answer) => {
        if (/hostId=[^&]*[A-F]/.test(request.url)) editList(request, answer, () => []);
      },
    },
    {
      bug: "finds a computer for every host",
      operationId: "listComputers",
      check,
      tamper: (request, answer) => {
        if (!request.url.includes("hostId=")) return;
        const made: Computer = { id: "cmp_any", name: "any", providerType: "byom", createdAt: 1 };
        editList(request, answer, (computers) => (computers.length > 0 ? computers : [made]));
      },
    },
    {
      bug: "lists steps that nobody asked for",
      operationId: "listComputers",
      check,
      tamper: (request, answer) => {
        if (request.url.includes("=true")) return;
        editList(request, answer, (all) => all.map((computer) => ({ ...computer, provisioningSteps: [] })));
      },
    },
    {
      bug: "leaves the steps out of a record",
      operationId: "getComputer",
      check,
      tamper: (request, answer) => {
        if (!isList(request)) editComputers(answer, (computer) => delete computer.provisioningSteps);
      },
    },
    {
      bug: "forgets a new name",
      operationId: "updateComputer",
      check,
      tamper: (request, answer) => {
        if (request.method === "GET") editComputers(answer, (computer) => restoreName(firstNames, computer));
      },
    },
    {
      bug: "changes a record on {}",
      operationId: "updateComputer",
      check,
      tamper: async (request, answer) => {
        if ((await bodyOf(request)) === "{}") {
          editComputers(answer, (computer) => Object.assign(computer, { hostname: "changed" }));
        }
      },
    },
    {
      bug: "applies a part of an update that it refuses",
      operationId: "updateComputer",
      check,
      tamper: async (request, answer) => {
        const { pathname } = new URL(request.url);
        if (answer.status === 409 && request.method === "PATCH") {
          const { remoteUser } = JSON.parse(await bodyOf(request)) as ComputerUpdate;
          if (remoteUser) leakedUsers.set(pathname, remoteUser);
        } else if (leakedUsers.has(pathname)) {
          editComputers(answer, (computer) =>
            Object.assign(computer, { remoteUser: leakedUsers.get(pathname) }),
          );
        }
      },
    },
    {
      bug: "counts UTF-16 units",
      operationId: "updateComputer",
      check: "status_code_conformance",
      tamper: async (request, answer) => {
        if (request.method !== "PATCH") return;
        const { name = "" } = parseUpdate(await bodyOf(request));
        if (typeof name === "string" && name.length > 63) replaceStatus(request, answer, 200, 400);
      },
    },
    ...retryBugs(),
  ];
}

function retryBugs(): PlantedBug[] {
  return [
    {
      bug: "leaves a retried computer as it was",
      operationId: "retryInstallDeps",
      check,
      tamper: (_request, answer) => {
        if (answer.status === 202)
          editComputers(answer, (computer) => Object.assign(computer, { status: "active" }));
      },
    },
    {
      bug: "keeps the old error of a retried step",
      operationId: "retryInstallDeps",
      check,
      tamper: (_request, answer) => {
        if (answer.status === 202) editSteps(answer, (step) => Object.assign(step, { error: "as before" }));
      },
    },
    {
      bug: "ends another session than it has started",
      operationId: "retryInstallDeps",
      check,
      tamper: (_request, answer) => {
        if (answer.status === 202)
          editSteps(answer, (step) => Object.assign(step, { installSessionId: "ins_other" }));
      },
    },
    {
      bug: "starts two sessions at once",
      operationId: "retryInstallDeps",
      check: "status_code_conformance",
      tamper: (request, answer) => {
        if (request.method === "POST") replaceStatus(request, answer, 409, 202);
      },
    },
  ];
}

function isList({ url, method }: Request): boolean {
  return method === "GET" && new URL(url).pathname.endsWith("/computers");
}

function editList(
  request: Request,
  answer: TamperedAnswer,
  edit: (computers: readonly Computer[]) => readonly Computer[],
): void {
  if (!isList(request) || answer.status !== 200) return;
  editJson(answer, (json) => Object.assign(json, { computers: edit(json.computers as Computer[]) }));
}

function reverse(computers: readonly Computer[]): readonly Computer[] {
  return computers.toReversed();
}

function editSteps(answer: TamperedAnswer, edit: (step: Record<string, unknown>) => unknown): void {
  editComputers(answer, ({ provisioningSteps }) => {
    for (const step of provisioningSteps as Record<string, unknown>[]) edit(step);
  });
}

function restoreName(firstNames: Map<unknown, unknown>, computer: Record<string, unknown>): void {
  if (!firstNames.has(computer.id)) firstNames.set(computer.id, computer.name);
  computer.name = firstNames.get(computer.id);
}

function bodyOf(request: Request): Promise<string> {
  return request.method === "GET" || request.method === "HEAD" ? Promise.resolve("") : request.clone().text();
}

function parseUpdate(text: string): { name?: unknown } {
  try {
    return (JSON.parse(text) as { name?: unknown } | null) ?? {};
  } catch {
    return {};
  }
}
