import { isDeepStrictEqual } from "node:util";
import { isObject, type Operation, objectOf, successOf } from "@compute-host/openapi";
import type { Computer, OperationId } from "@compute-host/types";
import type { Violation } from "../../../conformance/check-names.ts";
import type { Observer } from "../../../conformance/observations.ts";
import { responseRule } from "../../../conformance/response-checks.ts";
import type { ContractRequest, Exchange } from "../../../http/exchange.ts";
import type { ContractApi } from "../../../openapi/contract-api.ts";
import type { RuleId } from "../../../openapi/rules.gen.ts";
import type { Target } from "../../../targets/target.ts";
import { isSettled } from "../kinds.ts";
import { changingParts, definedPart, reportedParts } from "./compare.ts";

/** The fields of a computer that never change. */
const fixedParts = ["providerType", "createdAt", "ownerId", "ownerPrincipalKind", "computerSource"];
const updatedParts = ["name", "hostId", "remoteUser"];

/** The rules of the parts that do not change once they are set. */
const partRules: Readonly<Record<string, RuleId>> = {
  providerType: "Computer.providerType",
  createdAt: "Computer.createdAt",
  ownerId: "Computer.ownerId",
  ownerPrincipalKind: "Computer.ownerPrincipalKind",
  computerSource: "ComputerSource",
  hostId: "Computer.hostId#1",
  ...Object.fromEntries(reportedParts.map((name) => [name, "Computer#1"])),
};

/** A request that changes a computer unless it is refused, from when it is sent until its response has arrived. */
interface Change {
  /** The fields that it sets; a value is `undefined` if only the service knows it. */
  readonly sets: Readonly<Record<string, unknown>>;
  readonly shown: string;
  readonly sentAt: number;
  /** Infinite until its response arrives. */
  doneAt: number;
}

/** The value of a field, and when it was true: after `since`, and in a response that arrived at `until`. */
interface Known {
  readonly value: unknown;
  readonly since: number;
  readonly until: number;
  /** Whether a list had it. */
  readonly isListed: boolean;
  /** Whether the record that had it was provisioning, so that its steps and status change on their own. */
  readonly isProvisioning: boolean;
}

/** A refused change, which changes nothing, and the rule that says so. */
interface Refusal {
  readonly change: Change;
  readonly rule: RuleId;
}

/** What is known of a computer. */
interface Watched {
  fields: ReadonlyMap<string, Known>;
  readonly changes: Set<Change>;
  lastChange?: Change;
  /** The changes that were refused since the last accepted one. */
  refusals: readonly Refusal[];
}

/**
 * Watches every record over a whole run: a record is the one before with the bodies of the updates since, in all
 * fields, apart from what an install session or a host may change. Of a computer that others may change too, only
 * fixed fields are compared.
 *
 * @param memory collects the computers that the owner's token has read under `ownIds`
 */
export function recordObserver(
  api: ContractApi,
  { computers: given, lacks }: Target,
  memory: Map<string, unknown>,
): Observer {
  const names = Object.keys(objectOf(api.schemas.Computer?.properties));
  const fitsUpdate = api.validator("/components/schemas/ComputerUpdate");
  const isUpdate = (body: object) => fitsUpdate(body) && Object.values(body).join().isWellFormed();
  const watched = new Map<string, Watched>();
  const isChance = watchReportedParts();
  const sent = new Map<ContractRequest, Change>();
  const ownIds = new Set<string>();
  memory.set("ownIds", ownIds);
  const watchedAt = (id: string): Watched => {
    const one = watched.get(id) ?? { fields: new Map(), changes: new Set(), refusals: [] };
    watched.set(id, one);
    return one;
  };
  return {
    sending(request) {
      const change = changeOf(request, isUpdate);
      if (change === undefined) return;
      sent.set(request, change);
      watchedAt(request.path?.computerId ?? "").changes.add(change);
    },
    observe(exchange, request) {
      const own = sent.get(request);
      sent.delete(request);
      const target = watchedAt(request.path?.computerId ?? "");
      const { changes } = target;
      if (own) own.doneAt = exchange.startedAt + exchange.durationMs;
      // A refused request changes nothing.
      if (own && exchange.status >= 300) {
        changes.delete(own);
        target.refusals = [{ change: own, rule: responseRule(api, exchange) }, ...target.refusals];
      }
      if (exchange.status >= 300 || !showsComputers(exchange.operation)) return [];
      const wrong = otherRecord(exchange, request);
      if (wrong) return [wrong];
      const isOwner = exchange.sentHeaders.some(([, value]) => value === "Bearer $CONTRACT_TOKEN");
      return recordsIn(exchange.json).flatMap((computer) => {
        if (isOwner) ownIds.add(computer.id);
        // Only the suite changes the computers that it was given, or all of a disposable service.
        const isOnlyOurs =
          given === undefined ? lacks.isDisposable === undefined : given.includes(computer.id);
        const before = watchedAt(computer.id);
        const record = definedPart(api, computer);
        const seen = new SeenRecord(before, record, exchange, own);
        const violations = names
          .filter((name) => seen.differs(name, isOnlyOurs || reportedParts.includes(name)))
          .filter((name) => !isChance(name, computer.id, seen.isDuringChange(name)))
          .map((name) => violation(computer.id, name, seen, exchange));
        before.fields = new Map(names.flatMap((name) => seen.known(name)));
        const oldest = Math.min(...[...before.fields.values()].map(({ since }) => since));
        // A change that was over before every known value was read can explain no later difference.
        for (const change of before.changes) if (change.doneAt <= oldest) before.changes.delete(change);
        if (own) {
          before.lastChange = own;
          before.refusals = [];
        }
        return violations;
      });
    },
  };
}

/**
 * Watches the fields that a service may change, add or remove at any time.
 *
 * @returns whether a change is due to chance: a read has shown that the field changes on its own, or the field
 * changed during the updates of only this computer
 */
function watchReportedParts() {
  const duringUpdates = new Map(reportedParts.map((name) => [name, new Set<string>()]));
  return (name: string, id: string, isDuringChange: boolean): boolean => {
    if (!reportedParts.includes(name)) return false;
    if (!isDuringChange) duringUpdates.delete(name);
    return (duringUpdates.get(name)?.add(id).size ?? 0) < 2;
  };
}

/** Whether the successes of an operation hold computers, rather than other records with an ID. */
function showsComputers(operation: Operation): boolean {
  return /^Computer(?:List)?$/.test(successOf(operation).content?.schemaName ?? "");
}

/** @param isUpdate whether a service has to accept a body; what it does with any other is up to the case */
function changeOf(request: ContractRequest, isUpdate: (body: object) => boolean): Change | undefined {
  const { operation, json, rawBody, method = operation.method } = request;
  const isRetry = operation.operationId === "retryInstallDeps";
  if (method !== operation.method || !(isRetry || operation.operationId === "updateComputer"))
    return undefined;
  const isRead = isObject(json) && rawBody === undefined && isUpdate(json);
  const sets = isRead ? setBy(json) : unknown(isRetry ? changingParts : updatedParts);
  const shown = isRetry ? "a retry" : `the update ${isRead ? JSON.stringify(json) : "with another body"}`;
  return { sets, shown, sentAt: performance.now(), doneAt: Number.POSITIVE_INFINITY };
}

/** A UUID may be written in either letter case, and a host that is linked may report its name and addresses. */
function setBy(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { hostId } = body;
  if (typeof hostId !== "string") return body;
  return { ...body, ...unknown(reportedParts), hostId: hostId.toLowerCase() };
}

/** Fields that a request sets to what only the service knows. */
function unknown(names: readonly string[]): Record<string, undefined> {
  return Object.fromEntries(names.map((name) => [name, undefined]));
}

function recordsIn(json: unknown): Computer[] {
  if (!isObject(json)) return [];
  const records = Array.isArray(json.computers) ? json.computers : [json];
  return records.filter((one) => typeof (one as Partial<Computer> | null)?.id === "string") as Computer[];
}

/** Returns the violation of a response with the record of another computer than the one that was named. */
function otherRecord(
  { json, operation }: Exchange,
  { path, rawPath }: ContractRequest,
): Violation | undefined {
  const { id } = isObject(json) ? (json as Partial<Computer>) : {};
  const isOther = id !== undefined && path?.computerId !== undefined && !rawPath && id !== path.computerId;
  if (!isOther) return undefined;
  return {
    check: "consistent_records",
    rule: operation.operationId as RuleId,
    message: `the record is of ${id}, not of ${path.computerId}`,
  };
}

/** A record in a response, and what was known of it before. */
class SeenRecord {
  readonly before: Watched;
  readonly record: Record<string, unknown>;
  /** The change that the response belongs to, if any. */
  readonly own: Change | undefined;
  readonly #requestedAt: number;
  readonly #arrivedAt: number;
  readonly #isListed: boolean;
  readonly #hasNoSteps: boolean;

  constructor(before: Watched, record: Record<string, unknown>, exchange: Exchange, own: Change | undefined) {
    this.before = before;
    this.record = record;
    this.own = own;
    this.#requestedAt = exchange.startedAt;
    this.#arrivedAt = exchange.startedAt + exchange.durationMs;
    this.#isListed = exchange.operation.operationId === "listComputers";
    this.#hasNoSteps = this.#isListed && !("provisioningSteps" in record);
  }

  /** Returns what a field has to be, unless another request may have changed it. */
  expected(name: string): { readonly value: unknown } | undefined {
    if (this.#leavesOut(name)) return undefined;
    if (this.#isSetByOwn(name)) {
      const value = this.own?.sets[name];
      return value === undefined || this.#mayHaveChanged(name, this.#requestedAt) ? undefined : { value };
    }
    const known = this.before.fields.get(name);
    if (known === undefined || this.#isOverlapping(known) || this.#mayHaveChanged(name, known.since))
      return undefined;
    return known.isProvisioning && changingParts.includes(name) ? undefined : known;
  }

  /** Whether a change was still running after the known value of a field had been read. */
  isDuringChange(name: string): boolean {
    const { until = 0 } = this.before.fields.get(name) ?? {};
    return [...this.before.changes].some(({ doneAt }) => doneAt > until);
  }

  /** Returns the refused change that a difference comes from. */
  refusalOf(name: string): Refusal | undefined {
    if (this.own) return undefined;
    const refusals = this.before.refusals.filter(({ change }) => name in change.sets);
    const isMade = ({ change }: Refusal) => isDeepStrictEqual(change.sets[name], this.record[name]);
    return refusals.find(isMade) ?? refusals[0];
  }

  /** Returns the rule that a difference breaks. */
  ruleOf(name: string, operation: OperationId): RuleId {
    const refusal = this.refusalOf(name);
    if (refusal) return refusal.rule;
    const [known, value] = [this.before.fields.get(name), this.record[name]];
    const isShort = value === undefined || known?.value === undefined;
    if (value === undefined && name === "provisioningSteps") return "Computer.provisioningSteps#1";
    const change = this.own ?? this.before.lastChange;
    const isOfList = change === undefined && (this.#isListed || known?.isListed === true);
    if (isOfList && isShort) return "listComputers";
    if (this.#isSetByOwn(name)) return "updateComputer";
    const usual = isOfList ? "listComputers" : operation;
    // Only a retry sets the status.
    const ofChange = change && "status" in change.sets ? "Computers#2" : "updateComputer";
    return partRules[name] ?? (change ? ofChange : usual);
  }

  differs(name: string, isOnlyOurs: boolean): boolean {
    const expected = this.expected(name);
    if (expected === undefined || isDeepStrictEqual(expected.value, this.record[name])) return false;
    // Others may change the rest, but not what never changes: these fields, and a host that is set.
    const isFixed = fixedParts.includes(name) || (name === "hostId" && expected.value !== undefined);
    return isOnlyOurs || isFixed;
  }

  /** Returns what is known of a field after the response. */
  known(name: string): [string, Known][] {
    const known = this.before.fields.get(name);
    const saysNothingNew = this.#leavesOut(name) || (known !== undefined && this.#isOverlapping(known));
    if (saysNothingNew && !this.#isSetByOwn(name)) return known ? [[name, known]] : [];
    const isFinal = this.#isSetByOwn(name) && !this.#mayHaveChanged(name, this.#requestedAt);
    // No other change overlapped its own, so none before the response arrived can explain a later difference.
    const since = isFinal ? this.#arrivedAt : this.#requestedAt;
    const isProvisioning = !isSettled(this.record as unknown as Pick<Computer, "status">);
    const read: Known = {
      value: this.record[name],
      since,
      until: this.#arrivedAt,
      isListed: this.#isListed,
      isProvisioning,
    };
    return [[name, read]];
  }

  /** A list may have been requested without steps. */
  #leavesOut(name: string): boolean {
    return this.#hasNoSteps && name === "provisioningSteps";
  }

  /** Responses to requests at the same time may arrive in any order. */
  #isOverlapping({ until }: Known): boolean {
    return this.#requestedAt < until;
  }

  #isSetByOwn(name: string): boolean {
    return this.own !== undefined && name in this.own.sets;
  }

  /** Whether another change may have set a field since a moment. */
  #mayHaveChanged(name: string, since: number): boolean {
    const others = [...this.before.changes].filter((one) => one !== this.own && name in one.sets);
    return others.some(({ sentAt, doneAt }) => sentAt < this.#arrivedAt && doneAt > since);
  }
}

function violation(id: string, name: string, seen: SeenRecord, { operation }: Exchange): Violation {
  const { own, before, record } = seen;
  const refusal = seen.refusalOf(name);
  const change = own ?? refusal?.change ?? before.lastChange;
  const [now, expected] = [record[name], seen.expected(name)?.value].map(
    (value) => JSON.stringify(value) ?? "absent",
  );
  const after = change ? ` after ${change.shown}${refusal ? ", which was refused" : ""}` : "";
  const message = `${name} of ${id} is ${now}${after}, not ${expected}`;
  const place = [id, name];
  const rule = seen.ruleOf(name, operation.operationId as OperationId);
  return { check: "consistent_records", rule, message, place };
}
