import type { Api } from "../model/api.ts";
import { DescriptionError } from "../model/description-error.ts";
import { pathNames } from "../model/names.ts";
import { type Json, objectOf } from "../schema/json.ts";
import { pointerOf } from "../schema/pointer.ts";
import { outsideOperation } from "./outside-operation.ts";

/** What everything downstream relies on, and no grammar can say. */
export function outsideGrammar(api: Api): readonly DescriptionError[] {
  const { document, operations } = api;
  if (operations.length === 0) {
    const what = "A description without an operation is not carried over";
    return [new DescriptionError(`${what}: add one.`, "/paths")];
  }
  if (!Object.hasOwn(api.schemas, "Problem")) {
    const what = "A description without the schema Problem, the body of every error, is not carried over";
    return [new DescriptionError(`${what}: describe it in components.schemas.`, "/components")];
  }
  return [
    ...Object.keys(objectOf(document.paths)).flatMap(alikePaths),
    ...operations.flatMap((operation) => [...outsideOperation(operation, api)]),
    ...otherLimits(document, Number(document["x-max-body-bytes"])),
  ];
}

/** Two paths that differ only in names match the same requests; so does a path with one name twice. */
function alikePaths(path: string, index: number, all: readonly string[]): DescriptionError[] {
  const names = pathNames(path);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  const shapeOf = (one: string) => one.replaceAll(/\{\w+\}/g, "{}");
  const first = all.slice(0, index).find((one) => shapeOf(one) === shapeOf(path));
  const sentences = [
    ...(twice ? [`The path ${path} has {${twice}} twice: rename one.`] : []),
    ...(first ? [`The paths ${first} and ${path} match the same requests: describe them as one.`] : []),
  ];
  return sentences.map((sentence) => new DescriptionError(sentence, pointerOf("paths", path)));
}

const units: Readonly<Record<string, number>> = { bytes: 1, KiB: 1_024, MiB: 1_048_576 };

/** Texts repeat the limit of a body for readers: each sentence about a body that names a size names this one. */
function otherLimits(value: Json, limit: number, pointer = ""): DescriptionError[] {
  if (typeof value !== "string") {
    const inner = typeof value === "object" && value !== null ? Object.entries(value) : [];
    return inner.flatMap(([key, one]) => otherLimits(one as Json, limit, pointer + pointerOf(key)));
  }
  const sizes = value
    .split(/[.;]\s/)
    .filter((sentence) => /\bbody\b/i.test(sentence))
    .flatMap((sentence) => [...sentence.matchAll(/\b(\d[\d,]*) (bytes|KiB|MiB)\b/g)]);
  const wrong = sizes.filter(
    ([, count = "", unit = ""]) => Number(count.replaceAll(",", "")) * (units[unit] ?? 0) !== limit,
  );
  return wrong.map(([size]) => {
    const what = `The text says that a body has ${size}, and \`x-max-body-bytes\` is ${limit}`;
    return new DescriptionError(`${what}: write the same.`, pointer);
  });
}
