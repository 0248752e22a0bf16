import { relative } from "node:path";
import type { ApiDocument } from "../../document/api-document.ts";
import { fingerprint } from "../../document/fingerprint.ts";
import { pointerText, valueAt } from "../../document/pointer.ts";
import { type UnreadPart, unreadParts } from "../../document/unread-parts.ts";
import { shortText } from "../../json-value.ts";
import { rules } from "../rules.ts";
import type { Change } from "./change.ts";

/** An unread part, and where it is: in a file, which the description names, at a pointer. */
interface PlacedPart {
  readonly part: UnreadPart;
  readonly file: string;
  readonly pointer: readonly string[];
  readonly value: number;
}

/**
 * Reports the parts that the gate does not read. Those that both versions have are already published and block no
 * change; those that the revision brings or changes have no verdict.
 *
 * @param base none for a first description
 */
export function unreadChanges(base: ApiDocument | undefined, revision: ApiDocument): Change[] {
  const inBase = new Map(base ? placedParts(base).map((each) => [keyOf(each), each]) : []);
  const changes: Change[] = [];
  const brought: PlacedPart[] = [];
  for (const placed of placedParts(revision)) {
    const match = inBase.get(keyOf(placed));
    if (!match) brought.push(placed);
    else if (match.value !== placed.value) changes.push(notJudged(placed, revision, match));
    else if (!placed.part.isAllowed) changes.push(malformed(placed, revision));
    inBase.delete(keyOf(placed));
  }
  const gone = new Map([...inBase.values()].map((each) => [contentKey(each), each]));
  for (const placed of brought) {
    // A part that only moved is still the same.
    const moved = gone.delete(contentKey(placed));
    if (moved && !placed.part.isAllowed) changes.push(malformed(placed, revision));
    else if (!moved && isBrought(placed, base)) changes.push(notJudged(placed, revision));
  }
  for (const placed of gone.values()) {
    if (!base || !isWithin(placed, revision)) continue;
    if (placed.part.isAllowed) changes.push(notJudged(placed, base, placed, true));
    else changes.push(malformed(placed, base, true));
  }
  return changes;
}

function placedParts(document: ApiDocument): PlacedPart[] {
  return unreadParts(document.root).map((part) => {
    const { file = document.file, pointer = [] } = document.originOf(part.node) ?? {};
    return {
      part,
      file: relative(document.file, file),
      pointer: [...pointer, ...part.path],
      // References are followed: what a part refers to belongs to it.
      value: fingerprint({ value: part.value }),
    };
  });
}

function keyOf({ file, pointer }: PlacedPart): string {
  return `${file}${pointerText(pointer)}`;
}

function contentKey({ part: { path, message }, value }: PlacedPart): string {
  return JSON.stringify([path.at(-1), message, value]);
}

/** Whether the part is new in an object that the base has, or is not allowed anywhere. */
function isBrought(placed: PlacedPart, base: ApiDocument | undefined): boolean {
  return !placed.part.isAllowed || (base !== undefined && isWithin(placed, base));
}

/** Whether the version has the object that the part belongs to. */
function isWithin({ file, pointer, part: { path } }: PlacedPart, document: ApiDocument): boolean {
  const source = document.sources.find((each) => relative(document.file, each.file) === file);
  return valueAt(source?.value, pointer.slice(0, pointer.length - path.length)) !== undefined;
}

function notJudged(placed: PlacedPart, document: ApiDocument, inBase?: PlacedPart, isGone = false): Change {
  const { impact, who } = rules["not-judged"];
  const { isAllowed } = placed.part;
  return {
    ...entryOf(placed, document),
    rule: "not-judged",
    impact,
    who,
    ...sides(inBase, isGone ? undefined : placed),
    instead: isAllowed ? "make this change apart from others, and accept it" : "fix the description",
  };
}

function malformed(placed: PlacedPart, document: ApiDocument, isGone = false): Change {
  const { message } = placed.part;
  return {
    ...entryOf(placed, document),
    rule: "malformed",
    impact: "patch",
    who: "nobody",
    message: isGone ? `${message}; ignored in the base` : message,
    ...(isGone ? sides(placed, undefined) : sides(undefined, placed)),
  };
}

function entryOf({ part, pointer }: PlacedPart, document: ApiDocument) {
  const location = document.positionOf(part.node, [], part.path);
  return {
    subjects: ["document"],
    place: pointerText(pointer),
    message: part.message,
    ...(location ? { location } : {}),
  };
}

function sides(inBase: PlacedPart | undefined, inRevision: PlacedPart | undefined) {
  const [base, revision] = [inBase, inRevision].map((placed) => placed && shortText(placed.part.value));
  // What differs may be beyond what an entry shows.
  if (base === revision) return {};
  return {
    ...(base === undefined ? {} : { base }),
    ...(revision === undefined ? {} : { revision }),
  };
}
