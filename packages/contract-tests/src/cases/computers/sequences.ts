import type { Computer, ComputerUpdate } from "@compute-host/types";
import { pickFrom, randomFrom } from "../../data/random.ts";
import { type CaseContext, type ContractCase, verify } from "../contract-case.ts";
import { getComputer, listComputers, sendUpdate } from "./calls.ts";
import { freshName, restoring } from "./changing.ts";
import { verifyEqual } from "./compare.ts";
import { findComputers } from "./find-computers.ts";
import { settled, withRemoteUser } from "./kinds.ts";
import { caseBuilder } from "./operation-cases.ts";

/** The fields of a computer that an update can change. */
type State = Pick<Computer, "name" | "hostId" | "remoteUser">;

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
    const states = new Map<string, State>();
    for (const { id, name, hostId, remoteUser } of await listComputers(context)) {
      states.set(id, {
        name,
        ...(hostId === undefined ? {} : { hostId: hostId.toLowerCase() }),
        ...(remoteUser === undefined ? {} : { remoteUser }),
      });
    }
    const names = [
      ...Array.from({ length: 4 }, () => freshName("seq")),
      ...computers.map(({ name }) => name),
    ];
    for (let step = 0; step < length; step += 1) {
      const { id } = pickFrom(computers, random);
      const body = randomUpdate(random, names, computers, states.get(id));
      const expected = apply(states, id, body);
      const { status, json } = await sendUpdate(context, id, body);
      const shown = `step ${step + 1}: ${JSON.stringify(body)} on ${id}`;
      verify(status === expected.status, `${shown} gets ${status}, not ${expected.status}`);
      if (status === 200)
        verifyEqual(stateOf(json as Computer), expected.state, `${shown} returns the wrong record`);
      const read = stateOf(await getComputer(context, id));
      verifyEqual(read, states.get(id), `${shown} leaves the wrong record`);
    }
    const listed = (await listComputers(context)).filter(({ id }) => computers.some((one) => one.id === id));
    for (const computer of listed) {
      verifyEqual(stateOf(computer), states.get(computer.id), `the list shows ${computer.id} differently`);
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
  return {
    ...(random() < 0.7 ? { name: pickFrom(names, random) } : {}),
    ...(mayHaveUser && random() < 0.5 ? { remoteUser: pickFrom(["ada", "Ada ", "deploy"], random) } : {}),
    // Only send hosts that are already set or refused, because a newly linked host stays forever.
    ...(state?.hostId && random() < 0.3
      ? {
          hostId:
            random() < 0.5 ? state.hostId.toUpperCase() : pickFrom([...hosts, crypto.randomUUID()], random),
        }
      : {}),
  };
}

/** Predicts the result of an update, and changes the states if it is accepted. */
function apply(
  states: Map<string, State>,
  id: string,
  body: ComputerUpdate,
): { readonly status: number; readonly state: State } {
  const state = states.get(id) as State;
  const others = [...states].filter(([other]) => other !== id).map(([, other]) => other);
  const hostId = body.hostId?.toLowerCase();
  const isTaken = others.some(
    (other) =>
      (body.name !== undefined && other.name === body.name) ||
      (hostId !== undefined && other.hostId === hostId),
  );
  const isOther = hostId !== undefined && state.hostId !== undefined && state.hostId !== hostId;
  if (isTaken || isOther) return { status: 409, state };
  const next = { ...state, ...body, ...(hostId === undefined ? {} : { hostId }) };
  states.set(id, next);
  return { status: 200, state: next };
}

function stateOf({ name, hostId, remoteUser }: Computer): State {
  return {
    name,
    ...(hostId === undefined ? {} : { hostId: hostId.toLowerCase() }),
    ...(remoteUser === undefined ? {} : { remoteUser }),
  };
}
