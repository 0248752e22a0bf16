import type { Computer, ComputerUpdate } from "@compute-host/types";
import type { CaseContext } from "../contract-case.ts";
import { sendUpdate } from "./calls.ts";

/** The fields of a computer that an update can put back. */
export function formerState({ name, remoteUser }: Computer): ComputerUpdate {
  return { name, ...(remoteUser === undefined ? {} : { remoteUser }) };
}

/**
 * Returns why a computer could not be put back, by sending it its own values once a run. A record may have a name that
 * an update does not accept, because only updates limit names.
 */
export async function restoringRefusal(
  context: CaseContext,
  computer: Computer,
): Promise<string | undefined> {
  const { journal, memory, sendAside } = context;
  const known = (memory.get("restoringRefusals") ?? new Map()) as Map<string, string | undefined>;
  memory.set("restoringRefusals", known);
  const { id } = computer;
  if (known.has(id) || journal.entries.has(id)) return known.get(id);
  journal.remember(id, { ...formerState(computer) });
  const { status } = await sendUpdate({ ...context, send: sendAside }, id, formerState(computer));
  journal.forget(id);
  // Any other refusal is a failure of the cases that change computers.
  const isRefused = status === 400 && !isUsual(context, formerState(computer));
  known.set(id, isRefused ? `its own name and remote user get ${status}` : undefined);
  return known.get(id);
}

/** Whether every service accepts these values; some storages cannot hold control characters. */
function isUsual({ api }: CaseContext, state: ComputerUpdate): boolean {
  return (
    api.validator("/components/schemas/ComputerUpdate")(state) && !/\p{C}/u.test(Object.values(state).join())
  );
}
