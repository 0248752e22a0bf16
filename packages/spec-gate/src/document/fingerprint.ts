import { arrayOf, isObject, type JsonObject } from "../json-value.ts";
import { componentName, subtypesOf } from "./components.ts";
import { dataKeys, nameMaps, textKeys } from "./keys.ts";

/** Assigns one number to each distinct text, so that equal texts have equal numbers. */
const numbers = new Map<string, number>();
const known = new WeakMap<object, number>();

/**
 * Hashes a node and everything it references, ignoring descriptions and examples. Visits each object once, however
 * many refer to it.
 */
export function fingerprint(part: JsonObject): number {
  if (!known.has(part)) numberComponents(part);
  return known.get(part) ?? -1;
}

interface Node {
  readonly object: JsonObject;
  /** Whether the keys are names that the author chose. */
  readonly areNames: boolean;
  readonly children: readonly Child[];
  readonly order: number;
  next: number;
  low: number;
  isOpen: boolean;
}

interface Child {
  readonly object: JsonObject;
  readonly areNames: boolean;
}

/**
 * Numbers the part and everything it references, cycle by cycle: Tarjan's strongly connected components, without
 * recursion because schemas can nest deeper than the call stack.
 */
function numberComponents(part: JsonObject): void {
  const nodes = new Map<object, Node>();
  const open: Node[] = [];
  const enter = ({ object, areNames }: Child): Node => {
    const children: Child[] = [];
    // Only collects the children; the text is not used.
    textOf(object, areNames, (child) => String(children.push(child)));
    const order = nodes.size;
    const node: Node = { object, areNames, children, order, next: 0, low: order, isOpen: true };
    nodes.set(object, node);
    open.push(node);
    return node;
  };
  const way = [enter({ object: part, areNames: false })];
  for (let node = way.at(-1); node; node = way.at(-1)) {
    const child = node.children[node.next++];
    if (child) {
      const seen = nodes.get(child.object);
      if (seen?.isOpen) node.low = Math.min(node.low, seen.order);
      else if (!seen && !known.has(child.object)) way.push(enter(child));
      continue;
    }
    way.pop();
    const parent = way.at(-1);
    if (parent) parent.low = Math.min(parent.low, node.low);
    if (node.low === node.order) numberCycle(closed(open, node));
  }
}

function closed(open: Node[], root: Node): Node[] {
  const members: Node[] = [];
  for (let node = open.pop(); node; node = node === root ? undefined : open.pop()) {
    node.isOpen = false;
    members.push(node);
  }
  return members;
}

/**
 * Numbers the objects of a cycle: distinguishes them by their own content, then by the content of the objects they
 * reference, until a round finds no more differences.
 */
function numberCycle(members: readonly Node[]): void {
  const inside = new Map<object, number>(members.map(({ object }) => [object, 0]));
  // The number of an object outside is final; one inside has that of the round before.
  const idOf = ({ object }: Child) => {
    const own = inside.get(object);
    return own === undefined ? `#${known.get(object)}` : `@${own}`;
  };
  const round = () => {
    const texts = members.map(({ object, areNames }) => numberOf(textOf(object, areNames, idOf)));
    for (const [index, { object }] of members.entries()) inside.set(object, texts[index] ?? 0);
    return new Set(texts);
  };
  let [before, now] = [new Set<number>(), round()];
  const isAlone = members.length === 1 && !members[0]?.children.some(({ object }) => inside.has(object));
  while (!isAlone && now.size > before.size) [before, now] = [now, round()];
  // A number, because a text for each member would be as long as the cycle.
  const all = isAlone ? 0 : numberOf([...now].sort((a, b) => a - b).join());
  for (const { object } of members) {
    const own = inside.get(object) ?? 0;
    known.set(object, isAlone ? own : numberOf(`${own} of ${all}`));
  }
}

function numberOf(text: string): number {
  const number = numbers.get(text) ?? numbers.size;
  numbers.set(text, number);
  return number;
}

/** The object's own content, with `idOf` standing in for each nested object. */
function textOf(object: JsonObject, areNames: boolean, idOf: (child: Child) => string): string {
  const named = (value: unknown, isNameMap = false): string => {
    if (Array.isArray(value)) return `[${value.map((item) => named(item)).join()}]`;
    return isObject(value) ? idOf({ object: value, areNames: isNameMap }) : (JSON.stringify(value) ?? "");
  };
  const keys = Object.keys(object).filter((key) => areNames || !textKeys.has(key));
  const parts = keys.sort().map((key) => {
    const isData = !areNames && dataKeys.has(key);
    const text = isData ? JSON.stringify(object[key]) : named(object[key], !areNames && nameMaps.has(key));
    return `${JSON.stringify(key)}:${text}`;
  });
  if (!areNames && "discriminator" in object) {
    const variants = subtypesOf(object).map(({ name, schema }) => `${name}:${named(schema)}`);
    parts.push(memberNames(object), ...variants);
  }
  return `{${parts.join()}}`;
}

/** Names of the union's members, which a discriminator without a mapping depends on. */
function memberNames({ oneOf, anyOf }: JsonObject): string {
  return JSON.stringify(
    [...arrayOf(oneOf), ...arrayOf(anyOf)].map((each) => isObject(each) && componentName(each)),
  );
}
