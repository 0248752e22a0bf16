import type { Computer } from "@compute-host/types";
import type { Violation } from "../../conformance/check-names.ts";
import type { Observer } from "../../conformance/observations.ts";

/** The fields of a computer that never change. */
const fixedParts = ["providerType", "createdAt", "ownerId", "ownerPrincipalKind", "computerSource"] as const;

/**
 * Watches every record over a whole run: fixed fields never change, and a linked host stays linked.
 *
 * @param memory collects the computers that the owner's token has read under `ownIds`
 */
export function recordObserver(memory: Map<string, unknown>): Observer {
  const seen = new Map<string, Computer>();
  const ownIds = new Set<string>();
  memory.set("ownIds", ownIds);
  return (exchange) => {
    if (exchange.status >= 300) return [];
    const isOwn = exchange.sentHeaders.some(([, value]) => value === "Bearer $CONTRACT_TOKEN");
    return recordsIn(exchange.json).flatMap((computer) => {
      if (isOwn) ownIds.add(computer.id);
      const known = seen.get(computer.id);
      seen.set(computer.id, computer);
      return known ? compare(known, computer) : [];
    });
  };
}

function recordsIn(json: unknown): Computer[] {
  if (typeof json !== "object" || json === null) return [];
  const { computers } = json as { computers?: unknown };
  const records = Array.isArray(computers) ? computers : [json];
  return records.filter((one) => typeof (one as Partial<Computer> | null)?.id === "string") as Computer[];
}

function compare(known: Computer, computer: Computer): Violation[] {
  const changed: string[] = fixedParts.filter(
    (name) => JSON.stringify(known[name]) !== JSON.stringify(computer[name]),
  );
  const isSameHost =
    known.hostId === undefined || known.hostId.toLowerCase() === computer.hostId?.toLowerCase();
  return [...changed, ...(isSameHost ? [] : ["hostId"])].map((name) => {
    const [before, now] = [known, computer].map((one) => JSON.stringify(one[name as keyof Computer]));
    return { check: "consistent_records", message: `${name} of ${computer.id} is ${now}, and was ${before}` };
  });
}
