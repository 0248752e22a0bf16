import type { Computer, ComputerUpdate } from "@compute-host/types";
import { findSchemaIssues } from "../schema-node.ts";
import { computerUpdateSchema } from "../schemas.gen.ts";
import { type FakeAnswer, problemAnswer } from "./fake-answers.ts";
import { endRunningStep, retryConflict, startInstall } from "./provisioning.ts";

/** The computers of the fake service by id, and how often each was looked at since its last change. */
export interface FakeState {
  readonly computers: Map<string, Computer>;
  readonly looks: Map<string, number>;
  readonly looksPerStep: number;
  sessions: number;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** `listComputers`. */
export function listComputers({ computers }: FakeState, query: URLSearchParams): FakeAnswer {
  const errors = [];
  for (const [parameter, isValid, message] of [
    ["hostId", (value: string) => uuid.test(value), "must be a UUID"],
    [
      "includeProvisioningSteps",
      (value: string) => /^(true|false)$/.test(value),
      'must be "true" or "false"',
    ],
  ] as const) {
    const values = query.getAll(parameter);
    if (values.length > 1) errors.push({ parameter, message: "must be given once" });
    else if (values[0] !== undefined && !isValid(values[0])) errors.push({ parameter, message });
  }
  if (errors.length > 0) return problemAnswer("invalidQuery", errors);
  const hostId = query.get("hostId")?.toLowerCase();
  const withSteps = query.get("includeProvisioningSteps") === "true";
  const found = [...computers.values()]
    .filter((computer) => hostId === undefined || computer.hostId?.toLowerCase() === hostId)
    .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
    .map(({ provisioningSteps = [], ...computer }) =>
      withSteps ? { ...computer, provisioningSteps } : computer,
    );
  return { status: 200, body: { computers: found } };
}

/** `getComputer`; every few looks a step that runs ends. */
export function getComputer(state: FakeState, computer: Computer): FakeAnswer {
  const looks = (state.looks.get(computer.id) ?? 0) + 1;
  const isDue = computer.status === "provisioning" && looks > state.looksPerStep;
  const current = isDue ? endRunningStep(computer) : computer;
  state.looks.set(computer.id, isDue ? 0 : looks);
  state.computers.set(computer.id, current);
  return { status: 200, body: withSteps(current) };
}

/** `updateComputer`, with the body as it was sent. */
export function updateComputer(state: FakeState, computer: Computer, body: ArrayBuffer): FakeAnswer {
  let update: ComputerUpdate;
  try {
    update = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return problemAnswer("malformedJson");
  }
  const issues = findSchemaIssues(computerUpdateSchema, update);
  if (issues.length > 0) {
    const errors = issues.map(({ path, message }) => ({
      pointer: path.map((key) => `/${key}`).join(""),
      message,
    }));
    return problemAnswer("invalidBody", errors);
  }
  const others = [...state.computers.values()].filter(({ id }) => id !== computer.id);
  const isSame = (a: string | undefined, b: string | undefined) => a?.toLowerCase() === b?.toLowerCase();
  const { name, hostId } = update;
  if (name !== undefined && others.some((other) => other.name === name)) return problemAnswer("nameTaken");
  if (hostId !== undefined && !isSame(computer.hostId, hostId)) {
    if (computer.hostId !== undefined) return problemAnswer("hostAlreadySet");
    if (others.some((other) => isSame(other.hostId, hostId))) return problemAnswer("hostTaken");
  }
  const updated = { ...computer, ...update };
  state.computers.set(computer.id, updated);
  return { status: 200, body: withSteps(updated) };
}

/** `retryInstallDeps`. */
export function retryInstallDeps(state: FakeState, computer: Computer): FakeAnswer {
  const conflict = retryConflict(computer);
  if (conflict) return problemAnswer(conflict);
  const started = startInstall(computer, `ins_fake_${++state.sessions}`);
  state.computers.set(computer.id, started);
  state.looks.set(computer.id, 0);
  return { status: 202, body: started };
}

function withSteps(computer: Computer): Computer {
  return { ...computer, provisioningSteps: computer.provisioningSteps ?? [] };
}
