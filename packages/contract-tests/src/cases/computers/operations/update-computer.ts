import { objectOf } from "@compute-host/openapi";
import type { Computer } from "@compute-host/types";
import { type CaseContext, type ContractCase, verify } from "../../contract-case.ts";
import { getComputer, sendUpdate } from "../calls.ts";
import { changing, freshName, refuseUpdate, restoring, updateComputer } from "../changing.ts";
import { findComputer, findComputers } from "../find-computers.ts";
import { hasUsualName, inStatus, isSettled, type Kind, settled, withRemoteUser } from "../kinds.ts";
import { caseBuilder, type OperationCases } from "../operation-cases.ts";
import { formerState } from "../restorable.ts";
import { hostIdCases } from "./host-ids.ts";
import { nameCases } from "./names.ts";
import { remoteUserCases } from "./remote-users.ts";

const updateCase = caseBuilder("updateComputer", "updates");

/** The rules for an update. */
export const updateComputerCases: OperationCases<"updateComputer"> = {
  behaviour: [
    updateCase("accepts {} and changes nothing", changesNothing, {
      rules: ["updateComputer.body#1", "ComputerUpdate"],
    }),
    updateCase("accepts the values that the computer already has, and changes nothing", takesOwnValues, {
      rules: ["updateComputer", "updateComputer.409#1"],
    }),
    updateCase("changes name and remote user together", changing(withRemoteUser, changesTogether), {
      rules: ["updateComputer#1", "updateComputer", "ComputerSource#1"],
    }),
    updateCase("changes nothing when one of several fields is refused", isAtomic, {
      rules: ["updateComputer#1", "updateComputer.409", "InvalidUpdate", "Unavailable"],
    }),
    updateCase("changes nothing when the body breaks the schema", changing(settled, changesNothingInvalid), {
      rules: ["InvalidUpdate", "updateComputer#1"],
    }),
    updateCase("refuses every property of a computer that cannot be updated", refusesOtherProperties, {
      rules: ["ComputerUpdate#1"],
    }),
    updateCase("names every wrong place of the body in errors, and no other", namesWrongPlaces, {
      rules: ["InvalidUpdate#1", "Violation", "ComputerUpdate#1"],
      needs: ["writesOwnProblems"],
    }),
    updateCase(
      "reads JSON as JSON: escapes in names and values, any order",
      changing(settled, readsEscapes),
      {
        rules: ["updateComputer.body#1", "updateComputer.body", "ComputerUpdate"],
      },
    ),
    ...(["error", "provisioning"] as const).map(
      (status): ContractCase =>
        updateCase(
          `is allowed in status ${status}`,
          changing(inStatus(status), async (context, { id }) => {
            await updateComputer(context, id, { name: freshName() });
          }),
          { rules: ["updateComputer#1"] },
        ),
    ),
  ],
  query: {},
  body: { name: nameCases, hostId: hostIdCases, remoteUser: remoteUserCases },
};

async function changesNothing(context: CaseContext): Promise<void> {
  const { id } = await findComputer(context, settled, "change");
  await updateComputer(context, id, {});
}

async function takesOwnValues(context: CaseContext): Promise<void> {
  const isValid = context.api.validator("/components/schemas/ComputerUpdate");
  const kind: Kind = {
    name: `${settled.name}, with a name and a remote user that an update may set`,
    matches: (one) => settled.matches(one) && isValid(formerState(one)),
  };
  const { id, name, hostId, remoteUser } = await findComputer(context, kind, "resend");
  const own = { name, ...(hostId ? { hostId } : {}), ...(remoteUser ? { remoteUser } : {}) };
  await updateComputer(context, id, own);
  for (const [property, value] of Object.entries(own)) {
    await updateComputer(context, id, { [property]: value });
  }
}

async function changesTogether(context: CaseContext, computer: Computer): Promise<void> {
  await updateComputer(context, computer.id, { name: freshName(), remoteUser: "contract" });
  await updateComputer(context, computer.id, { remoteUser: "contract-2", name: freshName() });
  // Updating one field leaves the other as the last update set it.
  await updateComputer(context, computer.id, { name: freshName() });
  await updateComputer(context, computer.id, { remoteUser: "contract-3" });
}

async function isAtomic(context: CaseContext): Promise<void> {
  const holder: Kind = { name: "computer with a name that an update may set", matches: hasUsualName };
  const [first] = await findComputers(context, holder, "read");
  const { id, name } = await findComputer(
    context,
    { name: "second computer", matches: (computer) => isSettled(computer) && computer.id !== first.id },
    "change",
  );
  const computer = await getComputer(context, id);
  await restoring(context, [computer], async () => {
    await refuseUpdate(context, id, { remoteUser: "contract", name: first.name }, 409);
    await refuseUpdate(context, id, { name: first.name, remoteUser: "contract" }, 409);
    // A name that is refused together with another field is still free.
    const free = freshName();
    if (computer.hostId) {
      const body = { name: free, remoteUser: "contract", hostId: crypto.randomUUID() };
      await refuseUpdate(context, id, body, 409);
    }
    await updateComputer(context, id, { name: free });
    await updateComputer(context, id, { name });
  });
}

async function changesNothingInvalid(context: CaseContext, computer: Computer): Promise<void> {
  const name = freshName();
  const bodies = [
    { name, remoteUser: "" },
    { remoteUser: "", name },
    { name, hostId: "no-uuid" },
    { name, unknown: 1 },
    { unknown: 1, name },
    { name, remoteUser: null },
    { name, hostId: null },
    { remoteUser: "contract", name: "" },
    { remoteUser: "contract", name: null },
    { name, status: "active" },
    [{ name }],
  ];
  for (const body of bodies) await refuseUpdate(context, computer.id, body, 400);
}

async function refusesOtherProperties(context: CaseContext): Promise<void> {
  const { id } = await findComputer(context, settled, "change");
  const { api } = context;
  const computer = await getComputer(context, id);
  const updatable = Object.keys(objectOf(api.schemas.ComputerUpdate?.properties));
  const others = Object.keys(objectOf(api.schemas.Computer?.properties)).filter(
    (name) => !updatable.includes(name),
  );
  for (const name of others) {
    const own = (computer as unknown as Record<string, unknown>)[name] ?? null;
    for (const value of [own, "text"]) await refuseUpdate(context, id, { [name]: value } as never, 400);
  }
  await refuseUpdate(context, id, computer as never, 400);
}

async function namesWrongPlaces(context: CaseContext): Promise<void> {
  const { id } = await findComputer(context, settled, "change");
  const bodies: Record<string, unknown>[] = [
    { name: "", hostId: "no-uuid", nmae: "text", remoteUser: "x".repeat(64) },
    { name: "", remoteUser: "contract" },
    { name: 7, remoteUser: null },
    { hostId: "" },
    { "a/b": 1, "c~d": 2, "e~1f": 3, "": 4, " ": 5 },
    Object.fromEntries(["ünï", 'quote"', "0", "$ref"].map((name) => [name, 1])),
  ];
  const { validator } = context.api;
  for (const body of bodies) {
    const problem = await refuseUpdate(context, id, body as never, 400);
    const { errors = [] } = problem as { errors?: { pointer?: string }[] };
    const named = [...new Set(errors.map(({ pointer }) => pointer))].toSorted();
    const isValid = validator("/components/schemas/ComputerUpdate");
    const wrong = Object.keys(body).filter((name) => !isValid({ [name]: body[name] }));
    const expected = wrong.map(pointerTo).toSorted();
    const shown = named.map((pointer) => JSON.stringify(pointer)).join(", ") || "nothing";
    const isRight = named.join("\n") === expected.join("\n");
    verify(isRight, "InvalidUpdate#1", `errors names ${shown}, not ${expected.join(", ")}`, {
      smallestBody: body,
    });
  }
}

function pointerTo(name: string): string {
  return `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

async function readsEscapes(context: CaseContext, computer: Computer): Promise<void> {
  const operation = context.api.operation("updateComputer");
  const name = `${freshName()} é\u{1F5A5}"\\/`;
  const units = name.split("").map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0"));
  for (const rawBody of [
    `{"name":"${units.map((unit) => `\\u${unit}`).join("")}"}`,
    `{"n\\u0061me":${JSON.stringify(name)}}`,
    `{\n\t"name" : ${JSON.stringify(name).replaceAll("/", "\\/")}\r\n}`,
  ]) {
    const path = { computerId: computer.id };
    await sendUpdate(context, computer.id, { name: freshName() }, 200);
    const { json } = await context.send({ operation, path, rawBody }, { status: 200 });
    verify(
      (json as Computer).name === name,
      "updateComputer",
      `the name is ${(json as Computer).name}, not ${name}`,
    );
    await getComputer(context, computer.id);
  }
}
