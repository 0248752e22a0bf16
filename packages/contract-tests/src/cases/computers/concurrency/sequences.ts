import type { Computer, ComputerUpdate } from "@compute-host/types";
import { pickFrom, randomFrom } from "../../../data/random.ts";
import { type CaseContext, type ContractCase, verify } from "../../contract-case.ts";
import { getComputer, listComputers, sendUpdate } from "../calls.ts";
import { freshName, restoring } from "../changing.ts";
import { findComputers } from "../find-computers.ts";
import { settled, withRemoteUser } from "../kinds.ts";
import { caseBuilder } from "../operation-cases.ts";

/** The values that are unique among the computers of an owner. */
type State = Pick<Computer, "name" | "hostId">;

const length = 60;
const sequenceCase = caseBuilder("updateComputer", "updates");

/** Random sequential updates, each checked against the state that the rules predict. */
export const sequenceCases: readonly ContractCase[] = [
  sequenceCase("follows its rules through a long sequence of updates", followsRules, {
    rules: ["updateComputer#1", "updateComputer.409#1", "updateComputer"],
  }),
];

async function followsRules(context: CaseContext): Promise<void> {
  const computers = await findComputers(context, settled, "change", 2);
  const random = randomFrom(context.seed);
  await restoring(context, computers, async () => {
    const states = new Map((await listComputers(context)).map((one) => [one.id, stateOf(one)]));
    const names = [
      ...Array.from({ length: 4 }, () => freshName("seq")),
      ...computers.map(({ name }) => name),
    ];
    for (let step = 0; step < length; step += 1) {
      const { id } = pickFrom(computers, random);
      const body = randomUpdate(random, names, computers, states.get(id));
      const expected = apply(states, id, body);
      const { status } = await sendUpdate(context, id, body);
      const shown = `step ${step + 1}: ${JSON.stringify(body)} on ${id}`;
      verify(status === expected, "updateComputer.409#1", `${shown} gets ${status}, not ${expected}`);
      // The observer of records compares them.
      await getComputer(context, id);
    }
  });
}

function randomUpdate(
  random: () => number,
  names: readonly string[],
  computers: readonly Computer[],
  state: State | undefined,
): ComputerUpdate {
  const hosts = computers.flatMap(({ hostId }) => hostId ?? []);
  const mayHaveUser = computers.every(withRemoteUser.matches);
  const update: ComputerUpdate = {};
  if (random() < 0.7) update.name = pickFrom(names, random);
  if (mayHaveUser && random() < 0.5) update.remoteUser = pickFrom(["ada", "Ada ", "deploy"], random);
  // Only a computer with a host gets one, the same or one that is refused, because a newly linked host stays forever.
  if (state?.hostId && random() < 0.3) {
    const isSame = random() < 0.5;
    update.hostId = isSame ? state.hostId.toUpperCase() : pickFrom([...hosts, crypto.randomUUID()], random);
  }
  return update;
}

/** Predicts the status of an update, and changes the states if it is accepted. */
function apply(states: Map<string, State>, id: string, { name, hostId }: ComputerUpdate): number {
  const state = states.get(id) as State;
  const next = stateOf({ name: name ?? state.name, hostId: hostId ?? state.hostId ?? "" });
  const others = [...states].filter(([other]) => other !== id).map(([, other]) => other);
  const isTaken = others.some(
    (other) => other.name === name || (hostId !== undefined && other.hostId === next.hostId),
  );
  const replacesHost = state.hostId !== undefined && state.hostId !== next.hostId;
  if (isTaken || replacesHost) return 409;
  states.set(id, next);
  return 200;
}

function stateOf({ name, hostId }: State): State {
  return { name, ...(hostId ? { hostId: hostId.toLowerCase() } : {}) };
}
