import type { Computer } from "@compute-host/types";
import type { BrokenRule } from "../../../conformance/check-names.ts";
import { classTexts, wholeTexts } from "../../../data/text-classes.ts";
import type { ContractApi } from "../../../openapi/contract-api.ts";
import { type CaseContext, ContractViolationError, verify } from "../../contract-case.ts";
import { getComputer, listComputers, sendUpdate } from "../calls.ts";
import { changing, freshName, readEverywhere, refuseUpdate, restoring, updateComputer } from "../changing.ts";
import { findComputers, findShapes, sampleOf } from "../find-computers.ts";
import { anyComputer, hasUsualName, settled, withRemoteUser } from "../kinds.ts";
import { type Cases, caseBuilder } from "../operation-cases.ts";

const nameCase = caseBuilder("updateComputer", "updates");

/** The computers whose texts an update may change. */
const kinds = { name: settled, remoteUser: withRemoteUser };
type Field = keyof typeof kinds;

/** The rules for the name in an update. */
export const nameCases: Cases = [
  nameCase("changes the name and nothing else", renamesEach, {
    rules: ["updateComputer", "updateComputer.200", "Computer.name#1", "Computer#1"],
  }),
  nameCase("keeps every name as it was sent", keepsTexts("name"), {
    rules: ["ComputerUpdate.name#1", "updateComputer", "Unavailable#1", "RateLimited#1"],
  }),
  nameCase("keeps or refuses a name that some storages cannot hold", treatsHardCharacters("name"), {
    rules: ["limits#1", "ComputerUpdate.name#1"],
  }),
  nameCase("refuses, keeps or replaces half of a surrogate pair in a name", treatsHalfPairs("name"), {
    rules: ["ComputerUpdate#2"],
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
];

async function renamesEach(context: CaseContext): Promise<void> {
  const computers = await findShapes(context, settled, "change");
  await restoring(context, computers, async () => {
    for (const computer of computers)
      for (const name of [freshName(), freshName(), computer.name])
        await updateComputer(context, computer.id, { name });
  });
}

/** Sends every class of characters, joined into a few texts, and texts that mean something else as a whole. */
export function keepsTexts(field: Field) {
  return changing(kinds[field], async (context, { id }) => {
    for (const { text, classes } of classTexts(limitsOf(context.api, field).maxLength)) {
      if ((await problemWith(context, id, field, text)) === undefined) continue;
      for (const [name, part] of classes) await verifyKept(context, id, field, part, `${name}: `);
      await verifyKept(context, id, field, text);
    }
    for (const text of wholeTexts) await verifyKept(context, id, field, text);
  });
}

async function verifyKept(
  context: CaseContext,
  id: string,
  field: Field,
  text: string,
  what = "",
): Promise<void> {
  const problem = await problemWith(context, id, field, text);
  const detail = { smallestBody: { [field]: text } };
  const { message, rule = "updateComputer" } = problem ?? {};
  verify(problem === undefined, rule, `${what}the ${field} ${JSON.stringify(text)} ${message}`, detail);
}

/** Sets a text, and returns what is wrong with the response or with the record read back. */
async function problemWith(
  context: CaseContext,
  id: string,
  field: Field,
  text: string,
): Promise<{ readonly message: string; readonly rule?: BrokenRule } | undefined> {
  try {
    const { status } = await sendUpdate(context, id, { [field]: text });
    // Another computer may already have a plain name such as "0".
    const isTaken = (one: Computer) => field === "name" && one.name === text && one.id !== id;
    if (status === 409 && (await listComputers(context)).some(isTaken)) return undefined;
    if (status !== 200) return { message: `gets ${status}, not 200` };
    await readEverywhere(context, id);
    return undefined;
  } catch (error) {
    if (!(error instanceof ContractViolationError)) throw error;
    const [violation] = error.violations;
    return { message: `is not kept: ${error.message}`, ...(violation && { rule: violation.rule }) };
  }
}

const hardCharacters = ["a\u0000b", "\u0000", "a\u0001b", "a\u007fb"];

/** Characters that some storages cannot hold (NUL, controls) are refused or kept, never cut or replaced. */
export function treatsHardCharacters(field: Field) {
  return changing(kinds[field], async (context, { id }) => {
    for (const text of hardCharacters) {
      await sendUpdate(context, id, { [field]: text }, { status: [200, 400] });
      await getComputer(context, id);
    }
  });
}

const halfPairs = ["\ud800", "a\udc00b", "\udc00\ud800"];

/** Half of a surrogate pair is refused, kept or replaced by U+FFFD; nothing else is lost. */
export function treatsHalfPairs(field: Field) {
  return changing(kinds[field], async (context, { id }) => {
    for (const text of halfPairs) {
      await sendUpdate(context, id, { [field]: freshName() }, 200);
      const { status } = await sendUpdate(context, id, { [field]: text }, { status: [200, 400] });
      const stored = (await getComputer(context, id))[field] ?? "";
      const isRight = status === 400 || [text, text.toWellFormed()].includes(stored);
      const message = `the ${field} ${JSON.stringify(text)} is stored as ${JSON.stringify(stored)}`;
      verify(isRight, "ComputerUpdate#2", message, { smallestBody: { [field]: text } });
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
  return changing(kinds[field], async (context, { id }) => {
    const { minLength, maxLength } = limitsOf(context.api, field);
    for (const character of ["\u{1F5A5}", "é", "漢", "e\u0301", "\u{1F1E9}\u{1F1EA}", "x"]) {
      const { length } = [...character];
      const fits = character.repeat(Math.floor(maxLength / length)) + "x".repeat(maxLength % length);
      const shortest = [...character].slice(0, minLength).join("");
      for (const [text, wanted] of [
        [`${fits}x`, 400],
        [fits + character, 400],
        [fits, 200],
        [shortest, 200],
      ] as const) {
        if (wanted === 200) await sendUpdate(context, id, { [field]: freshName() }, 200);
        const { status } = await sendUpdate(context, id, { [field]: text });
        const shown = `a ${field} of ${[...text].length} characters, ${JSON.stringify(character)} repeated,`;
        verify(status === wanted, `ComputerUpdate.${field}#1`, `${shown} gets ${status}, not ${wanted}`, {
          smallestBody: { [field]: text },
        });
        await readEverywhere(context, id);
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
      name.replace(" ", ""),
      `${name}%`,
      `${name}7`,
      `${name.slice(0, -1)}_`,
      name.slice(0, -1),
      name.replace("-", "_"),
      name.replace("C", "\uff23"),
      name.replace("C", "\u0421"),
      name.replace("\u00e9", "e"),
    ];
    // No other computer has a computer's own name, in another letter case either.
    await updateComputer(context, first.id, { name: name.toLowerCase() });
    await updateComputer(context, first.id, { name });
    for (const other of others) {
      const { status } = await sendUpdate(context, second.id, { name: other });
      const shown = `${JSON.stringify(other)} next to ${JSON.stringify(name)}`;
      verify(status === 200, "ComputerUpdate.name#1", `${shown} gets ${status}, not 200`, {
        smallestBody: { name: other },
      });
      await refuseUpdate(context, second.id, { name }, 409);
    }
    await tellsLongNamesApart(context, first, second);
  });
}

/** Sets names of the maximum length that differ late, or that some languages fold to the same letters. */
async function tellsLongNamesApart(context: CaseContext, first: Computer, second: Computer): Promise<void> {
  const { maxLength } = limitsOf(context.api, "name");
  const start = `Contract-${crypto.randomUUID()}`.padEnd(maxLength - 2, "x");
  for (const [one, other] of [
    ["aa", "ab"],
    ["a7", "a8"],
    ["ss", "\u00df"],
    ["Ii", "I\u0131"],
    ["ii", "i\u0130"],
  ] as const) {
    await updateComputer(context, first.id, { name: start + one });
    const name = start + other;
    const { status } = await sendUpdate(context, second.id, { name });
    const shown = `${JSON.stringify(name)} next to ${JSON.stringify(start + one)}`;
    verify(status === 200, "ComputerUpdate.name#1", `${shown} gets ${status}, not 200`, {
      smallestBody: { name },
    });
    await updateComputer(context, second.id, { name: freshName() });
  }
}
