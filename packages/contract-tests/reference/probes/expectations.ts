import { seedIds as ids } from "../seed-computers.ts";
import type { Api, Body, Probe, Received } from "./api.ts";

/** A host that no seeded computer is linked to. */
export const freeHost = "c0ffee00-aaaa-4bbb-8ccc-0123456789ab";
export const secondFreeHost = "c0ffee01-aaaa-4bbb-8ccc-0123456789ab";

/** Detects a response with the wrong status. */
export function statusIsNot(status: number, send: (api: Api) => Promise<Received>): Probe {
  return async (api) => (await send(api)).status !== status;
}

/** Detects an update that is not refused with 400. */
export const updateAccepted = (changes: unknown): Probe =>
  statusIsNot(400, (api) => api.update(ids.active, changes));

/** Detects an update that is not accepted with 200. */
export const updateRefused = (changes: unknown, id: string = ids.template): Probe =>
  statusIsNot(200, (api) => api.update(id, changes));

/** Detects a text that comes back changed. */
export function isChanged(field: "name" | "remoteUser", text: string): Probe {
  return async (api) => {
    const updated = await api.update(ids.active, { [field]: text });
    const read = await api.get(ids.active);
    return updated.body[field] !== text || read.body[field] !== text;
  };
}

/** Detects a change to a field that a request should not affect. */
export function isTouched(
  field: keyof Body,
  id: string,
  act: (api: Api, id: string) => Promise<unknown>,
): Probe {
  return async (api) => {
    const before = await api.get(id);
    await act(api, id);
    const after = await api.get(id);
    return JSON.stringify(before.body[field]) !== JSON.stringify(after.body[field]);
  };
}

/** Returns the install-dependencies step of a record. */
export function installDepsOf(body: Body) {
  return body.provisioningSteps?.find((step) => step.id === "install-deps");
}

/** Returns the listed record of a computer. */
export function listed(list: Received, id: string): Body | undefined {
  return list.body.computers?.find((computer) => computer.id === id);
}

/** Returns the IDs of a list in order. */
export function idsOf(list: Received): readonly string[] {
  return (list.body.computers ?? []).map(({ id }) => id);
}

/** Returns the header names of a response in lower case. */
export function headerNames(received: Received): readonly string[] {
  return Object.keys(received.headers);
}
