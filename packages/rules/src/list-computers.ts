import type { Computer } from "@compute-host/types";
import { isSameHost } from "./update-computer.ts";

/** Which computers a list holds, and what of them. */
export interface ListFilter {
  /** Only the computer that is linked to this host; either letter case of the UUID. */
  readonly hostId?: string | undefined;
  readonly withSteps: boolean;
}

/** The order of the list: newest first, and by id where the times are equal, both descending. */
export function compareComputers(a: Computer, b: Computer): number {
  if (a.createdAt !== b.createdAt) return b.createdAt - a.createdAt;
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
}

/** The computers of a list, in its order; every one with its steps, or none. */
export function listComputers(computers: Iterable<Computer>, { hostId, withSteps }: ListFilter): Computer[] {
  return [...computers]
    .filter((computer) => hostId === undefined || isSameHost(computer.hostId, hostId))
    .sort(compareComputers)
    .map(({ provisioningSteps = [], ...computer }) =>
      withSteps ? { ...computer, provisioningSteps } : computer,
    );
}
