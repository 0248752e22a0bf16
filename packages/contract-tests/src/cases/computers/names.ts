import type { Computer } from "@compute-host/types";
import { hardTexts } from "../../data/hard-texts.ts";
import type { ContractApi } from "../../openapi/contract-api.ts";
import { type CaseContext, verify } from "../contract-case.ts";
import { getComputer, listComputers, sendUpdate } from "./calls.ts";
import { changing, freshName, refuseUpdate, restoring, updateComputer } from "./changing.ts";
import { findComputers, sampleOf } from "./find-computers.ts";
import { anyComputer, hasUsualName, settled, withRemoteUser } from "./kinds.ts";
import { type Cases, caseBuilder } from "./operation-cases.ts";

const nameCase = caseBuilder("updateComputer", "updates");

/** The computers of which an update may change a text. */
const kinds = { name: settled, remoteUser: withRemoteUser };
type Field = keyof typeof kinds;

/** The rules for the name in an update. */
export const nameCases: Cases = [
  nameCase("changes the name and nothing else", changing(settled, renames), {
    rules: ["updateComputer", "updateComputer.200", "Computer.name#1"],
  }),
  nameCase("keeps every name as it was sent", keepsTexts("name"), {
    rules: ["ComputerUpdate.name#1", "updateComputer", "Unavailable#1"],
  }),
  nameCase("keeps or refuses a name that some storages cannot hold", treatsHardCharacters("name"), {
    rules: ["limits#1", "ComputerUpdate.name#1"],
  }),
  nameCase("counts the characters of a name as Unicode code points", countsCodePoints("name"), {
    rules: ["ComputerUpdate.name#1", "limits", "limits#1"],
  }),
  nameCase("refuses a name that another computer has", refusesTakenName, {
    rules: [
      "ComputerUpdate.name#1",
      "Computer.name#1",
      "updateComputer#1",
      "updateComputer.409",
      "updateComputer.409#1",
    ],
  }),
  nameCase("accepts names that differ only in case, spaces or composition", tellsNamesApart, {
    rules: ["ComputerUpdate.name#1", "Computer.name#1"],
  }),
  nameCase("frees a name that a computer no longer has", freesNames, {
    rules: ["ComputerUpdate.name#1", "Computer.name#1", "updateComputer.409#1"],
  }),
];

async function renames(context: CaseContext, computer: Computer): Promise<void> {
  for (const name of [freshName(), freshName(), computer.name]) {
    await updateComputer(context, computer.id, { name });
  }
}

/** Sends every hard text as a field of an update, and expects it back in the response, by ID and in the list. */
export function keepsTexts(field: Field) {
  return changing(kinds[field], async (context, computer) => {
    for (const text of hardTexts(limitsOf(context.api, field))) {
      const { json, status } = await sendUpdate(context, computer.id, { [field]: text });
      const smallestBody = { [field]: text };
      const shown = JSON.stringify(text);
      // Another computer may already have a plain name such as "0".
      if (status === 409 && field === "name" && (await hasName(context, text, computer.id))) continue;
      verify(status === 200, `the ${field} ${shown} gets ${status}, not 200`, { smallestBody });
      const came = (json as Record<string, unknown>)[field];
      verify(came === text, `${shown} comes back as ${JSON.stringify(came)}`, { smallestBody });
      const read = (await getComputer(context, computer.id))[field];
      verify(read === text, `${shown} is read back as ${JSON.stringify(read)}`, { smallestBody });
    }
    const { [field]: text } = await getComputer(context, computer.id);
    const listed = (await listComputers(context)).find(({ id }) => id === computer.id)?.[field];
    verify(listed === text, `the list has ${JSON.stringify(listed)}, not ${JSON.stringify(text)}`);
  });
}

async function hasName(context: CaseContext, name: string, exceptId: string): Promise<boolean> {
  return (await listComputers(context)).some((one) => one.name === name && one.id !== exceptId);
}

const hardCharacters = [
  "\\ud800",
  "a\\udc00b",
  "\\udc00\\ud800",
  "a\\u0000b",
  "\\u0000",
  "a\\u0001b",
  "a\\u007fb",
];

/**
 * Characters that some storages cannot hold (lone surrogates, NUL, controls) are refused or kept, never cut or
 * replaced.
 */
export function treatsHardCharacters(field: Field) {
  return changing(kinds[field], async (context, computer) => {
    const operation = context.api.operation("updateComputer");
    for (const text of hardCharacters) {
      const request = { operation, path: { computerId: computer.id }, rawBody: `{"${field}":"${text}"}` };
      const before = (await getComputer(context, computer.id))[field];
      const { status } = await context.send(request, { status: [200, 400] });
      const expected = status === 400 ? before : JSON.parse(`"${text}"`);
      const read = (await getComputer(context, computer.id))[field];
      verify(read === expected, `"${text}" gets ${status} and is read back as ${JSON.stringify(read)}`);
    }
  });
}

/** Returns the minimum and maximum length of a field. */
function limitsOf(
  api: ContractApi,
  field: Field,
): { readonly minLength: number; readonly maxLength: number } {
  const { properties } = api.schema("/components/schemas/ComputerUpdate");
  return (properties as Record<typeof field, { minLength: number; maxLength: number }>)[field];
}

/** Sends texts of minimum and maximum length, in characters of one and two UTF-16 units and of several bytes. */
export function countsCodePoints(field: Field) {
  return changing(kinds[field], async (context, computer) => {
    const { minLength, maxLength } = limitsOf(context.api, field);
    for (const character of ["\u{1F5A5}", "é", "漢", "e\u0301", "\u{1F1E9}\u{1F1EA}", "x"]) {
      const length = [...character].length;
      const fits = character.repeat(Math.floor(maxLength / length)) + "x".repeat(maxLength % length);
      await refuseUpdate(context, computer.id, { [field]: `${fits}x` }, 400);
      await refuseUpdate(context, computer.id, { [field]: `${fits}${character}` }, 400);
      for (const text of [fits, [...character].slice(0, 1).join("").repeat(minLength)]) {
        await sendUpdate(context, computer.id, { [field]: freshName() }, 200);
        await updateComputer(context, computer.id, { [field]: text });
      }
    }
  });
}

async function refusesTakenName(context: CaseContext): Promise<void> {
  const [computer] = await findComputers(context, settled, "change");
  const others = sampleOf(context, await listComputers(context)).filter(({ id }) => id !== computer.id);
  if (others.length === 0) await findComputers(context, anyComputer, "read", 2);
  await restoring(context, [computer], async () => {
    for (const { name } of others.filter(hasUsualName)) {
      await refuseUpdate(context, computer.id, { name }, 409);
    }
  });
}

async function tellsNamesApart(context: CaseContext): Promise<void> {
  const [first, second] = await findComputers(context, settled, "change", 2);
  if (!second) return;
  await restoring(context, [first, second], async () => {
    const name = `Contract-${crypto.randomUUID().slice(0, 8)} \u00e9\ufb01`;
    await updateComputer(context, first.id, { name });
    const others = [
      name.toLowerCase(),
      name.toUpperCase(),
      name.normalize("NFD"),
      name.normalize("NFKC"),
      `${name} `,
      ` ${name}`,
      name.replace(" ", "  "),
      name.replace(" ", "\u00a0"),
      `${name}\u200b`,
      `${name}%`,
      `${name.slice(0, -1)}_`,
      name.slice(0, -1),
      name.replace("-", "_"),
    ];
    for (const other of others) {
      const { status } = await sendUpdate(context, second.id, { name: other });
      const shown = `${JSON.stringify(other)} beside ${JSON.stringify(name)}`;
      verify(status === 200, `${shown} gets ${status}, not 200`, { smallestBody: { name: other } });
      const read = (await getComputer(context, second.id)).name;
      verify(read === other, `${JSON.stringify(other)} is read back as ${JSON.stringify(read)}`);
      await refuseUpdate(context, second.id, { name }, 409);
    }
  });
}

async function freesNames(context: CaseContext): Promise<void> {
  const [first, second] = await findComputers(context, settled, "change", 2);
  if (!second) return;
  await restoring(context, [first, second], async () => {
    const [taken, other] = [freshName(), freshName()];
    await updateComputer(context, first.id, { name: taken });
    await refuseUpdate(context, second.id, { name: taken }, 409);
    // A refused name still belongs only to its first holder.
    await updateComputer(context, first.id, { name: other });
    await updateComputer(context, second.id, { name: taken });
    await refuseUpdate(context, first.id, { name: taken }, 409);
    await refuseUpdate(context, second.id, { name: other }, 409);
    await updateComputer(context, second.id, { name: freshName() });
    await updateComputer(context, first.id, { name: taken });
  });
}
