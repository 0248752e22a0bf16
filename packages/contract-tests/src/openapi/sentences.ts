import { type Api, type Json, type JsonObject, pointerOf } from "@compute-host/openapi/model";

/** A sentence of the description with its place. */
export interface Sentence {
  readonly text: string;
  /** JSON Pointer to the text. */
  readonly pointer: string;
}

const cache = new WeakMap<JsonObject, readonly Sentence[]>();

/** Finds the sentence that contains a phrase, ignoring white space. */
export function findSentence({ document }: Pick<Api, "document">, phrase: string): Sentence | undefined {
  const wanted = spaced(phrase);
  return sentencesOf(document).find(({ text }) => text.includes(wanted));
}

/** Whether the description settles a point; the suite only requires those. */
export function decides(api: Pick<Api, "document">, phrase: string): boolean {
  return findSentence(api, phrase) !== undefined;
}

function sentencesOf(document: JsonObject): readonly Sentence[] {
  const known = cache.get(document);
  if (known) return known;
  const found = [...textsIn(document, "")].flatMap(({ text, pointer }) =>
    text.split(/\n\s*(?:\n|(?=- ))/).flatMap((paragraph) =>
      spaced(paragraph)
        .split(/(?<=[.!?])\s+(?=[A-Z`])/)
        .map((sentence) => ({ text: sentence, pointer })),
    ),
  );
  cache.set(document, found);
  return found;
}

function* textsIn(value: Json | undefined, pointer: string): Generator<Sentence> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    const at = pointer + pointerOf(key);
    if (key === "description" && typeof member === "string") yield { text: member, pointer: at };
    else yield* textsIn(member, at);
  }
}

/** Joins the text to one line, without the Markdown of bold text and list items. */
function spaced(text: string): string {
  return text.replace(/^- /, "").replaceAll("**", "").replaceAll(/\s+/g, " ").trim();
}
