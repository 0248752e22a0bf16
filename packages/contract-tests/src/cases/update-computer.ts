import { isDeepStrictEqual } from "node:util";
import type { Computer, ComputerStatus, ComputerUpdate } from "@compute-host/types";
import type { ApiSpec } from "../spec/api-spec.ts";
import { caseBuilder } from "./case-builder.ts";
import { freshName, getComputer, restoringNames, updateComputer } from "./computer-calls.ts";
import { isSettled, pick, wants } from "./computer-facts.ts";
import { type CaseContext, type ContractCase, verify } from "./contract-case.ts";

const updateCase = caseBuilder("updateComputer");

/** What is decided about an update, on a target that has computers. */
export function updateComputerCases(spec: ApiSpec): ContractCase[] {
  const { properties } = spec.schema("/components/schemas/Computer") as {
    properties: { status: { enum: string[] } };
  };
  return [
    updateCase("takes {} and changes nothing", wants("settled computer", isSettled), changesNothing),
    updateCase("changes the name and nothing else", wants("settled computer", isSettled), renames),
    updateCase("takes the name that the computer has", wants("computer"), async (context) => {
      const { id, name } = pick(context.survey);
      await updateComputer(context, id, { name }, 200);
    }),
    updateCase(
      "counts the characters of a name as Unicode code points",
      wants("computer"),
      countsCodePoints(spec),
    ),
    updateCase(
      "refuses a name that another computer has",
      wants("two computers", undefined, 2),
      refusesTakenName,
    ),
    updateCase(
      "lets one of two computers have a name when both ask at once",
      wants("two computers", undefined, 2),
      race,
    ),
    updateCase("sets the remote user", wants("computer with a remote user", hasRemoteUser), setsRemoteUser),
    updateCase(
      "changes nothing when one of several fields is refused",
      wants("two computers", undefined, 2),
      isAtomic,
    ),
    updateCase(
      "changes nothing when the body breaks the schema",
      wants("settled computer", isSettled),
      async (context) => {
        const body = { name: freshName(), remoteUser: "" };
        await keepsRecord(context, pick(context.survey, isSettled), () => refuse(context, body, 400));
      },
    ),
    updateCase("names every wrong place of the body in errors", wants("computer"), namesWrongPlaces),
    ...properties.status.enum.map((status) =>
      updateCase(
        `is allowed while a computer is ${status}`,
        wants(`computer in status ${status}`, isIn(status)),
        (context) => updatesInStatus(context, status),
      ),
    ),
  ];
}

async function changesNothing(context: CaseContext): Promise<void> {
  const before = pick(context.survey, isSettled);
  await keepsRecord(context, before, async () => {
    const current = await getComputer(context, before.id);
    const { json } = await updateComputer(context, before.id, {}, 200);
    verify("decided_behaviour", isDeepStrictEqual(json, current), "{} is answered with a changed record");
  });
}

async function renames(context: CaseContext): Promise<void> {
  const { id } = pick(context.survey, isSettled);
  const before = await getComputer(context, id);
  await restoringNames(context, [before], async () => {
    const expected = { ...before, name: freshName() };
    const { json } = await updateComputer(context, id, { name: expected.name }, 200);
    verify(
      "decided_behaviour",
      isDeepStrictEqual(json, expected),
      "the answer is not the record with the new name",
    );
    const read = await getComputer(context, id);
    verify(
      "decided_behaviour",
      isDeepStrictEqual(read, expected),
      "the record is not the one with the new name",
    );
  });
}

/** Names of the shortest and the longest length, in characters of one and of two UTF-16 units. */
function countsCodePoints(spec: ApiSpec) {
  return async (context: CaseContext): Promise<void> => {
    const { minLength, maxLength } = limitsOf(spec, "name");
    const computer = pick(context.survey);
    await restoringNames(context, [computer], async () => {
      for (const character of ["\u{1F5A5}", "é", "漢"]) {
        await updateComputer(context, computer.id, { name: character.repeat(maxLength + 1) }, 400);
        for (const length of [minLength, maxLength]) {
          const name = character.repeat(length);
          const { json } = await updateComputer(context, computer.id, { name }, 200);
          verify("decided_behaviour", (json as Computer).name === name, `the name is not ${name}`);
        }
      }
    });
  };
}

function limitsOf(spec: ApiSpec, name: "name" | "remoteUser"): { minLength: number; maxLength: number } {
  const { properties } = spec.schema("/components/schemas/ComputerUpdate");
  return (properties as Record<typeof name, { minLength: number; maxLength: number }>)[name];
}

async function refusesTakenName(context: CaseContext): Promise<void> {
  const [first, second] = context.survey.computers as [Computer, Computer];
  await keepsRecord(context, second, () => refuse(context, { name: first.name }, 409, second));
}

async function race(context: CaseContext): Promise<void> {
  const [first, second] = context.survey.computers as [Computer, Computer];
  await restoringNames(context, [first, second], async () => {
    const name = freshName();
    const answers = await Promise.all([first, second].map(({ id }) => updateComputer(context, id, { name })));
    const statuses = answers.map((answer) => answer.status).toSorted((a, b) => a - b);
    verify(
      "decided_behaviour",
      statuses.join() === "200,409",
      `two claims of one name are answered with ${statuses}`,
    );
  });
}

async function setsRemoteUser(context: CaseContext): Promise<void> {
  const { id, remoteUser } = pick(context.survey, hasRemoteUser);
  const { maxLength } = limitsOf(context.spec, "remoteUser");
  try {
    for (const wanted of ["contract", "\u{1F5A5}".repeat(maxLength)]) {
      await updateComputer(context, id, { remoteUser: wanted }, 200);
      const changed = await getComputer(context, id);
      verify("decided_behaviour", changed.remoteUser === wanted, `the remote user is ${changed.remoteUser}`);
    }
  } finally {
    if (remoteUser) await updateComputer(context, id, { remoteUser }, 200);
  }
}

async function isAtomic(context: CaseContext): Promise<void> {
  const [first, second] = context.survey.computers as [Computer, Computer];
  const body = { remoteUser: "contract", name: first.name };
  await keepsRecord(context, second, () => refuse(context, body, 409, second));
}

async function namesWrongPlaces(context: CaseContext): Promise<void> {
  const body = { name: "", hostId: "no-uuid", nmae: "text" };
  const { json } = await updateComputer(context, pick(context.survey).id, body, 400);
  const { errors = [] } = json as { errors?: { pointer?: string }[] };
  const missing = Object.keys(body).filter((name) => !errors.some(({ pointer }) => pointer === `/${name}`));
  verify("decided_behaviour", missing.length === 0, `errors does not name ${missing.join(", ")}`);
}

async function updatesInStatus(context: CaseContext, status: string): Promise<void> {
  const computer = pick(context.survey, isIn(status));
  await restoringNames(context, [computer], async () => {
    await updateComputer(context, computer.id, { name: freshName() }, 200);
  });
}

async function refuse(
  context: CaseContext,
  body: ComputerUpdate,
  status: number,
  computer = pick(context.survey, isSettled),
): Promise<void> {
  await updateComputer(context, computer.id, body, status);
}

/** Fails where the fields that an update could have changed are others afterwards. */
export async function keepsRecord(
  context: CaseContext,
  { id }: Computer,
  run: () => Promise<void>,
): Promise<void> {
  const before = changeable(await getComputer(context, id));
  await run();
  const after = changeable(await getComputer(context, id));
  verify("decided_behaviour", isDeepStrictEqual(after, before), `the record of ${id} has changed`);
}

function changeable({ name, hostId, remoteUser }: Computer): Partial<Computer> {
  return JSON.parse(JSON.stringify({ name, hostId, remoteUser }));
}

function hasRemoteUser(computer: Computer): boolean {
  return computer.remoteUser !== undefined;
}

function isIn(status: string): (computer: Computer) => boolean {
  return (computer) => computer.status === (status as ComputerStatus);
}
