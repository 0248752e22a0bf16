import type { Finding, FindingGroup } from "../compare/finding.ts";
import { operationsOf } from "../compare/operation.ts";
import type { RuleId } from "../compare/rules.ts";
import type {
  Counted,
  TrafficCount,
  TrafficCounter,
  TrafficSummary,
  TrafficWindow,
} from "../compare/traffic-count.ts";
import type { ApiDocument } from "../document/api-document.ts";
import { messagePlaceOf } from "../witness/message.ts";
import { operationFinder } from "./find-operation.ts";
import { readHar } from "./har.ts";
import { type Recorded, recordedOf } from "./recorded-message.ts";
import type { Seen } from "./seen-at.ts";
import { seenIn } from "./seen-in.ts";

// These concern those who leave the place out.
const aboutOmission: ReadonlySet<string> = new Set<RuleId>([
  ...(["parameter-required", "parameter-default-changed", "body-required"] as const),
  ...(["request-property-required", "request-default-changed"] as const),
]);

interface Tally {
  readonly requests: Set<Recorded>;
  readonly concerned: Set<Recorded>;
  readonly unread: Set<Recorded>;
  readonly counted: Set<Counted>;
}

/** The recorded traffic of the base. Only counts, days and what the description says leave it. */
export class RecordedTraffic implements TrafficCounter {
  readonly summary: TrafficSummary;
  readonly #window: Pick<TrafficWindow, "from" | "to">;
  readonly #byOperation = new Map<string, Recorded[]>();
  readonly #tallies = new Map<FindingGroup, Tally>();

  /**
   * Reads the HAR files.
   *
   * @param exempt the operations that the report leaves out
   * @throws SpecGateError if a file is malformed
   */
  constructor(base: ApiDocument, files: readonly string[], exempt: ReadonlySet<string>) {
    const operations = operationsOf(base);
    const operationOf = operationFinder(operations);
    for (const { label } of operations) if (!exempt.has(label)) this.#byOperation.set(label, []);
    const times: number[] = [];
    let unmatched = 0;
    for (const file of files) {
      for (const entry of readHar(file)) {
        times.push(Date.parse(entry.startedDateTime));
        const target = operationOf(entry.request.method, entry.request.url);
        if (target) this.#byOperation.get(target.operation.label)?.push(recordedOf(entry, target));
        else unmatched += 1;
      }
    }
    times.sort((a, b) => a - b);
    const dayOf = (time = 0) => new Date(time).toISOString().slice(0, 10);
    this.#window = { from: dayOf(times[0]), to: dayOf(times.at(-1)) };
    this.summary = { requests: times.length, unmatched, ...this.#window };
  }

  readonly add = (group: FindingGroup, finding: Finding): void => {
    const { removal, rule } = finding;
    const found =
      rule === "server-removed"
        ? [...this.#byOperation.values()].flat()
        : this.#byOperation.get(baseLabelOf(finding));
    if (!found) return;
    const tally = this.#tallies.get(group) ?? {
      requests: new Set(),
      concerned: new Set(),
      unread: new Set(),
      counted: new Set(),
    };
    this.#tallies.set(group, tally);
    for (const each of found) tally.requests.add(each);
    const { counted, seen } = rule === "server-removed" ? onServer(removal.older) : atPlace(finding);
    tally.counted.add(counted);
    const wanted: Seen = counted === "omitted" ? "absent" : "present";
    for (const each of found) {
      if (tally.concerned.has(each)) continue;
      const all = seen(each);
      if (all.includes(wanted)) tally.concerned.add(each);
      else if (all.includes("unread")) tally.unread.add(each);
    }
  };

  readonly countOf = (group: FindingGroup): TrafficCount | undefined => {
    const tally = this.#tallies.get(group);
    if (!tally) return undefined;
    const { requests, concerned, counted } = tally;
    const [kind = "requests", ...others] = counted;
    const unread = [...tally.unread].filter((each) => !concerned.has(each)).length;
    return {
      concerned: concerned.size,
      requests: requests.size,
      ...this.#window,
      counted: others.length > 0 ? "carried" : kind,
      ...(unread > 0 ? { unread } : {}),
    };
  };
}

/** The name of the operation in the base; an addition was found as a removal from the revision. */
function baseLabelOf({ removal: { rule: removed, exchange, subject }, rule }: Finding): string {
  if (!exchange || exchange.isReversed) return subject;
  return (rule === removed ? exchange.older : exchange.newer).label;
}

interface Look {
  readonly counted: Counted;
  readonly seen: (recorded: Recorded) => readonly Seen[];
}

function onServer(server: string | undefined): Look {
  const isOn = ({ servers }: Recorded) => servers.some((url) => (url || "/") === server);
  return { counted: "to-server", seen: (each) => [isOn(each) ? "present" : "absent"] };
}

function atPlace({ rule, baseSpot, removal: { at, newer, exchange } }: Finding): Look {
  // A new property or variant of a response was never received: what will have it was.
  const isNew =
    rule === "response-property-added-to-closed" ||
    (rule === "response-variant-added" && newer === at.at(-1));
  const place = messagePlaceOf(isNew ? at.slice(0, -1) : at);
  // Nothing is recorded of a callback but the requests that ask for it.
  if (!place || exchange?.isReversed || at[0]?.startsWith("callback "))
    return { counted: "requests", seen: () => ["present"] };
  const counted = aboutOmission.has(rule) ? "omitted" : place.part === "request" ? "sent" : "received";
  // A variant is gone from its union, whatever else has it.
  const node = rule.includes("-variant-") ? undefined : baseSpot?.node;
  return { counted, seen: (each) => seenIn(each, place, node) };
}
