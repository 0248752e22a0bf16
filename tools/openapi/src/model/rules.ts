import { isObject, type Json, type JsonObject, listOf, objectOf, textOf } from "../schema/json.ts";
import { pointerOf } from "../schema/pointer.ts";

/** A rule of the interface: a decision, or anything else that a description says. */
export interface Rule {
  /**
   * What it describes, such as `updateComputer.409` or `Computer.name`; a decision adds its number there,
   * from 1, as in `listComputers#2`.
   */
  readonly id: string;
  /** JSON Pointer to the description. */
  readonly pointer: string;
  /** Markdown. */
  readonly text: string;
}

const decisionMark = "**Decision:**";

/** Reads the rules of a document in order. IDs do not depend on wording, except for headings in `info.description`. */
export function rulesOf(document: JsonObject): Rule[] {
  return [...descriptions(document)].flatMap(({ owner, pointer, text }) =>
    owner === "info" ? sectionRules(pointer, text) : rulesIn(owner, pointer, text),
  );
}

function sectionRules(pointer: string, text: string): Rule[] {
  const [introduction = "", ...sections] = text.split(/^## /m);
  return [
    ...rulesIn("info", pointer, introduction),
    ...sections.flatMap((section) => {
      const [title = "", ...lines] = section.split("\n");
      return rulesIn(title.trim().toLowerCase().replaceAll(/\W+/g, "-"), pointer, lines.join("\n"));
    }),
  ];
}

/** A paragraph without the mark of a decision belongs to the one before it. */
function rulesIn(owner: string, pointer: string, text: string): Rule[] {
  const parts = text.trim().split(/\n\s*\n(?=\*\*Decision:\*\*)/);
  const isMarked = parts[0]?.startsWith(decisionMark);
  return parts.flatMap((part, index) => {
    const number = isMarked ? index + 1 : index;
    return part === "" ? [] : [{ id: number > 0 ? `${owner}#${number}` : owner, pointer, text: part }];
  });
}

/** The text of a description, with the name of what it describes. */
interface Described {
  readonly owner: string;
  readonly pointer: string;
  readonly text: string;
}

function* descriptions(document: JsonObject): Generator<Described> {
  yield* describedAt("info", pointerOf("info"), document.info);
  for (const [index, tag] of listOf(document.tags).entries()) {
    yield* describedAt(textOf(objectOf(tag).name), pointerOf("tags", index), tag);
  }
  for (const [path, item] of Object.entries(objectOf(document.paths))) {
    for (const [method, operation] of Object.entries(objectOf(item))) {
      if (isObject(operation)) yield* ofOperation(operation, pointerOf("paths", path, method));
    }
  }
  for (const kind of ["parameters", "headers", "responses", "schemas"]) {
    for (const [name, component] of Object.entries(objectOf(objectOf(document.components)[kind]))) {
      const pointer = pointerOf("components", kind, name);
      yield* describedAt(name, pointer, component);
      yield* ofMembers(name, `${pointer}/properties`, objectOf(component).properties);
    }
  }
}

function* ofOperation(operation: JsonObject, pointer: string): Generator<Described> {
  const owner = textOf(operation.operationId);
  yield* describedAt(owner, pointer, operation);
  for (const [index, parameter] of listOf(operation.parameters).entries()) {
    yield* describedAt(
      `${owner}.${textOf(objectOf(parameter).name)}`,
      `${pointer}/parameters/${index}`,
      parameter,
    );
  }
  yield* describedAt(`${owner}.body`, `${pointer}/requestBody`, operation.requestBody);
  yield* ofMembers(owner, `${pointer}/responses`, operation.responses);
}

function* ofMembers(owner: string, pointer: string, members: Json | undefined): Generator<Described> {
  for (const [name, member] of Object.entries(objectOf(members))) {
    yield* describedAt(`${owner}.${name}`, pointer + pointerOf(name), member);
  }
}

function* describedAt(owner: string, pointer: string, value: Json | undefined): Generator<Described> {
  const text = textOf(objectOf(value).description);
  if (text !== "") yield { owner, pointer: `${pointer}/description`, text };
}
