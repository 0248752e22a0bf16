import type { Computer } from "@compute-host/types";
import { isSameHost } from "./update-computer.ts";

/**
 * The computers and fields that a list contains. Every member is required, and {@link listComputers} destructures all
 * of them: a new one does not compile until it is handled.
 */
export interface ListFilter {
  /** Selects the computer that is linked to this host; the case of the UUID does not matter. */
  readonly hostId: string | undefined;
  readonly withSteps: boolean;
}

/** Compares computers for the list order: by time, then by ID, both descending. */
export function compareComputers(a: Computer, b: Computer): number {
  if (a.createdAt !== b.createdAt) return b.createdAt - a.createdAt;
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
}

/** Filters and sorts computers for a list, either all with their steps or all without. */
export function listComputers(
  computers: Iterable<Computer>,
  { hostId, withSteps, ...rest }: ListFilter,
): Computer[] {
  rest satisfies Record<string, never>;
  return [...computers]
    .filter((computer) => hostId === undefined || isSameHost(computer.hostId, hostId))
    .sort(compareComputers)
    .map(({ provisioningSteps = [], ...computer }) =>
      withSteps ? { ...computer, provisioningSteps } : computer,
    );
}
