import type { Api } from "../model/api.ts";
import { pathNames } from "../model/names.ts";
import { problemsOf } from "../model/problems.ts";
import { type Json, listOf, objectOf } from "../schema/json.ts";
import { pointerOf, valueAt } from "../schema/pointer.ts";
import { type Errors, outsideOperation, refused } from "./outside-operation.ts";

/** Checks what everything downstream relies on and no grammar can express. */
export function* outsideGrammar(api: Api): Errors {
  const { document, operations } = api;
  const withoutProblem =
    "A description without the schema Problem, the body of every error, is not supported";
  if (operations.length === 0)
    yield refused("A description without an operation is not supported", "add one", "/paths");
  else if (!Object.hasOwn(api.schemas, "Problem"))
    yield refused(withoutProblem, "describe it in components.schemas", "/components");
  else {
    yield* alikePaths(Object.keys(objectOf(document.paths)));
    for (const operation of operations) yield* outsideOperation(operation, api);
    yield* outsideProblems(api);
    yield* otherLimits(document, Number(document["x-max-body-bytes"]));
  }
}

/** Refuses paths that differ only in names, because they match the same requests, and a path with one name twice. */
function* alikePaths(paths: readonly string[]): Errors {
  const shapeOf = (path: string) => path.replaceAll(/\{\w+\}/g, "{}");
  for (const [index, path] of paths.entries()) {
    const twice = pathNames(path).find((name, at, names) => names.indexOf(name) !== at);
    if (twice) yield refused(`The path ${path} has {${twice}} twice`, "rename one", pointerOf("paths", path));
    const first = paths.slice(0, index).find((one) => shapeOf(one) === shapeOf(path));
    const what = `The paths ${first} and ${path} match the same requests`;
    if (first) yield refused(what, "describe them as one", pointerOf("paths", path));
  }
}

/**
 * A client tells problems apart by `Problem.type`, and the service reads their titles and statuses from the examples:
 * each value is shown, and each example has one of the values, the status of its response, and one title.
 */
function* outsideProblems({ operations, document }: Api): Errors {
  const at = "/components/schemas/Problem/properties/type/x-extensible-enum";
  const types = listOf(valueAt(document, at));
  const shown = operations.flatMap(problemsOf);
  for (const { key, status, value, pointer } of shown) {
    if (!types.includes(value.type ?? null))
      yield refused(`\`Problem.type\` does not list ${value.type}`, "add it there", `${pointer}/type`);
    if (status !== "default" && String(value.status) !== status)
      yield refused(
        `A problem of ${value.status} is shown for ${status}`,
        "correct one",
        `${pointer}/status`,
      );
    const first = shown.find((one) => one.key === key)?.value ?? value;
    const what = `Two examples of the problem ${key} differ in type, title or status`;
    if (["type", "title", "status"].some((member) => first[member] !== value[member]))
      yield refused(what, "make them the same", pointer);
  }
  for (const [index, type] of types.entries())
    if (shown.every(({ value }) => value.type !== type))
      yield refused(`No response shows the problem ${type}`, "add an example", at + pointerOf(index));
}

const units: Readonly<Record<string, number>> = { bytes: 1, KiB: 1_024, MiB: 1_048_576 };

/** Texts repeat the limit of a body for readers: each sentence about a body that names a size must name this one. */
function* otherLimits(value: Json, limit: number, pointer = ""): Errors {
  if (typeof value === "object" && value !== null)
    for (const [key, inner] of Object.entries(value))
      yield* otherLimits(inner as Json, limit, pointer + pointerOf(key));
  if (typeof value !== "string") return;
  for (const sentence of value.split(/[.;]\s/).filter((one) => /\bbody\b/i.test(one)))
    for (const [size, count = "", unit = ""] of sentence.matchAll(/\b(\d[\d,]*) (bytes|KiB|MiB)\b/g)) {
      const what = `The text says that a body has ${size}, and \`x-max-body-bytes\` is ${limit}`;
      if (Number(count.replaceAll(",", "")) * (units[unit] ?? 0) !== limit)
        yield refused(what, "write the same", pointer);
    }
}
