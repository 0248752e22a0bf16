import { errorsOf, type Operation, type Parameter, successOf } from "../../model/api.ts";
import { deprecationWords } from "../../model/deprecation.ts";
import { isObject, type Json } from "../../schema/json.ts";
import { isBooleanText } from "../../schema/schemas.ts";
import { successSchema } from "../core/body-schemas.ts";
import { type CommentTag, commentSource, isIdentifier, keySource, valueSource } from "../source-text.ts";
import { memberName, namedParameters, pathArgumentNames, pathParameters } from "./client-parameters.ts";
import { errorName } from "./error-classes.ts";

/** The errors of every call, apart from those by status. */
const errorsOfEveryCall: readonly string[] = [
  "TokenError The token function failed; nothing was sent.",
  "ConnectionError There was no complete response.",
  "TimeoutError `timeoutMs` or `deadlineMs` ran out.",
  "InvalidResponseError The body of a success is not what the spec promises, or with `validate` breaks the schema.",
  "InvalidArgumentError An argument is wrong; nothing was sent.",
];

/** Writes the comment of a method: its effect, its arguments, its errors, and an example that compiles. */
export function methodComment(operation: Operation): string {
  const names = pathArgumentNames(operation);
  const tags: CommentTag[] = [
    ...deprecatedTags(operation),
    ...pathParameters(operation).map(
      (one, index) => ["param", `${names[index]} ${firstParagraph(one.description)}`] as const,
    ),
    ...errorsOf(operation).map(({ status, description: words }) => {
      const shown = status === "default" ? "other statuses" : status;
      return ["throws", `${errorName(status)} ${shown}: ${firstParagraph(words)}`] as const;
    }),
    ...errorsOfEveryCall.map((line) => ["throws", line] as const),
    ["example", `\n${exampleSource(operation)}`],
  ];
  return commentSource([summarySentence(operation), operation.description], { tags, indent: "  " });
}

/** Writes the comment of a query: its effect in one sentence. */
export function queryComment(operation: Operation): string {
  return commentSource([summarySentence(operation)], { tags: deprecatedTags(operation), indent: "    " });
}

function summarySentence({ summary }: Operation): string {
  return summary === "" || /[.!?]$/.test(summary) ? summary : `${summary}.`;
}

function deprecatedTags({ deprecation }: Operation): CommentTag[] {
  return deprecation ? [["deprecated", deprecationWords(deprecation).replace(/^deprecated\s*/, "")]] : [];
}

function exampleSource(operation: Operation): string {
  const { resource, methodName, body } = operation;
  const args = pathParameters(operation).map(exampleArgument);
  if (body?.isRequired) args.push(literal(body.content.examples[0]?.value));
  const named = namedParameters(operation);
  const required = named.filter(({ isRequired }) => isRequired);
  const shown =
    required.length > 0 ? required : named.filter(({ schema }) => Array.isArray(schema.enum)).slice(0, 1);
  if (shown.length > 0) {
    args.push(
      `{ ${shown.map((one) => `${keySource(memberName(one))}: ${exampleArgument(one)}`).join(", ")} }`,
    );
  }
  const invoked = `await client.${resource}.${methodName}(${args.join(", ")});`;
  return successSchema(operation) === undefined ? invoked : `const ${resultName(operation)} = ${invoked}`;
}

/** Names the variable for the result: the only list in a wrapper object, otherwise the schema's name. */
function resultName(operation: Operation): string {
  const name = successSchema(operation) ?? "";
  const [example] = successOf(operation).content?.examples ?? [];
  const keys = isObject(example?.value) ? Object.keys(example.value) : [];
  const [only = ""] = keys;
  if (keys.length === 1 && isIdentifier(only)) return `{ ${only} }`;
  const variable = name.charAt(0).toLowerCase() + name.slice(1);
  return isIdentifier(variable) ? variable : "result";
}

function exampleArgument({ schema, examples: [example] }: Parameter): string {
  return isBooleanText(schema) ? "true" : literal(example?.value);
}

function literal(value: Json | undefined): string {
  return valueSource(value, 1)
    .replace(/\s*\n\s*/g, " ")
    .replace(/"([A-Za-z_]\w*)":/g, "$1:");
}

function firstParagraph(text: string): string {
  return (text.split("\n\n")[0] ?? "").trim().replace(/\n/g, " ");
}
