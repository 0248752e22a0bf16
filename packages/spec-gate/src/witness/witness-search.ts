import type { Evidence, Witness } from "../compare/evidence.ts";
import type { Finding } from "../compare/finding.ts";
import type { EvidenceOf } from "../compare/judge.ts";
import type { Operation } from "../compare/operation.ts";
import type { ApiDocument } from "../document/api-document.ts";
import { isObject, type JsonObject } from "../json-value.ts";
import { TooManyAlternativesError } from "../schema/alternatives.ts";
import { isAboutName, isWithoutValue } from "./by-rule.ts";
import { curlOf } from "./curl.ts";
import { type MessagePlace, messagePlaceOf, messageSchema } from "./message.ts";
import { problemAt } from "./problem.ts";
import { type Check, SchemaValidator, type Upgrade } from "./schema-validator.ts";
import { textReadings } from "./text-readings.ts";
import { valuesAt } from "./values-at.ts";

// A change that needs more is not shown. The counts bind; the times only end what would hang.
const maxValues = 1_000;
const maxMs = { finding: 5_000, all: 60_000 };

/** The two versions of a description. */
export interface Versions {
  readonly base: ApiDocument;
  readonly revision: ApiDocument;
}

/** Who sends a message, and who reads it. */
interface Sides {
  readonly sender: keyof Versions;
  readonly reader: keyof Versions;
  readonly sent: Operation;
  readonly read: Operation;
}

/** Searches for values that show what breaks. */
export class WitnessSearch {
  readonly #versions: Versions;
  readonly #upgrade: Upgrade;
  readonly #validators = new Map<string, SchemaValidator | undefined>();
  // Many changes are in the same message.
  readonly #checks = new Map<Operation, Map<string, Check | undefined>>();
  readonly #deadline = Date.now() + maxMs.all;

  constructor(versions: Versions, upgrade: Upgrade) {
    this.#versions = versions;
    this.#upgrade = upgrade;
  }

  /** Finds the evidence for a breaking change; one of its findings is enough, and the nearest has the smallest value. */
  readonly evidenceOf: EvidenceOf = ({ rule, impact }, findings): Evidence | undefined => {
    if (impact !== "major") return undefined;
    for (const finding of findings) {
      const witness = this.witnessOf(finding);
      if (witness) return { class: "shown", witness };
    }
    return { class: isAboutName(rule) ? "by-rule" : "not-shown" };
  };

  /** Finds a message that its sender's version accepts and its reader's version refuses because of the finding. */
  witnessOf({ removal, rule }: Finding): Witness | undefined {
    const { exchange, at } = removal;
    const place = messagePlaceOf(at);
    if (!exchange || !place || isWithoutValue(rule)) return undefined;
    // An addition was found as a removal from the revision to the base.
    const [base, revision] =
      rule === removal.rule ? [exchange.older, exchange.newer] : [exchange.newer, exchange.older];
    const isByCaller = (place.part === "request") !== exchange.isReversed;
    const found = isByCaller
      ? this.#search(place, { sender: "base", reader: "revision", sent: base, read: revision })
      : this.#search(place, { sender: "revision", reader: "base", sent: revision, read: base });
    if (!found || !isByCaller || place.part === "response") return found;
    const curl = curlOf(base, found.message, place.media);
    return curl === undefined ? found : { ...found, curl };
  }

  #search(place: MessagePlace, sides: Sides): Witness | undefined {
    const { sent, read } = sides;
    const [isSent, isRead] = [
      this.#check(place, sides.sender, sides),
      this.#check(place, sides.reader, sides),
    ];
    if (!isSent || !isRead) return undefined;
    const linked = (operation: Operation) =>
      messageSchema(operation, place, {
        schemaAt: (node, key) => node[key],
        names: sent,
        isSender: operation === sent,
      });
    const [schema, hint] = [linked(sent), linked(read)];
    const end = Math.min(this.#deadline, Date.now() + maxMs.finding);
    // What is missing shows in the object around the place.
    const around = place.path.slice(0, -1);
    for (const path of [place.path, around]) {
      let count = 0;
      try {
        for (const { value, pointer } of valuesAt(path, [schema], [hint])) {
          if (++count > maxValues || Date.now() > end) break;
          const refused = isSent(value);
          if (refused === undefined) return undefined;
          if (!isObject(value) || refused.length > 0) continue;
          const at = path === around ? [...pointer, place.path.at(-1) ?? ""] : pointer;
          const readings = place.isText ? textReadings(value, at) : [value];
          const problems = readings.map((reading) => problemAt(at, isRead(reading) ?? []));
          const [problem] = problems;
          if (problem !== undefined && !problems.includes(undefined)) return { message: value, problem };
        }
      } catch (error) {
        if (!(error instanceof TooManyAlternativesError)) throw error;
      }
    }
    return undefined;
  }

  /** Compiles the message in one version; `undefined` if Ajv cannot compile its schemas. */
  #check(place: MessagePlace, side: keyof Versions, { sender, sent, read }: Sides): Check | undefined {
    const isSender = side === sender;
    const operation = isSender ? sent : read;
    const known = this.#checks.get(operation) ?? new Map<string, Check | undefined>();
    this.#checks.set(operation, known);
    const key = JSON.stringify([isSender, place.part, place.status, place.media]);
    if (!known.has(key) && Date.now() < this.#deadline) {
      const validator = this.#validator(side, place.part);
      // Of a schema that cannot be named nothing is known: its sender sends nothing, and its reader refuses nothing.
      const schemaAt = (node: JsonObject, name: string) =>
        name in node ? (validator?.referenceTo(node, name) ?? !isSender) : undefined;
      known.set(key, validator?.check(messageSchema(operation, place, { schemaAt, names: sent, isSender })));
    }
    return known.get(key);
  }

  #validator(side: keyof Versions, part: MessagePlace["part"]): SchemaValidator | undefined {
    const key = `${side} ${part}`;
    if (!this.#validators.has(key)) {
      const hidden = part === "request" ? "readOnly" : "writeOnly";
      this.#validators.set(key, SchemaValidator.of(this.#versions[side], hidden, this.#upgrade));
    }
    return this.#validators.get(key);
  }
}
