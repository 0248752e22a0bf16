import {
  type Api,
  deprecationWords,
  isObject,
  type Json,
  listOf,
  type MediaType,
  type NamedExample,
  type Operation,
  objectOf,
  type Parameter,
  type Response,
  resolveSchema,
  textOf,
  valueAt,
} from "@compute-host/openapi";
import { compactJson } from "../markdown/compact-json.ts";
import type { TryItField, TryItRequest } from "../markdown/try-it-form.ts";
import { blocks, box, fenced, item, named, spaced } from "./blocks.ts";
import { readSamples, type Sample } from "./samples.ts";
import { code } from "./schema-words.ts";
import type { SchemaTexts } from "./schemas.ts";

/** What the parts of the reference share. */
export interface ReferenceContext {
  readonly api: Api;
  readonly schemas: SchemaTexts;
  /** The page of a type of problem. @default no problem has one */
  readonly problemPageOf?: (type: string) => string | undefined;
}

type Header = Response["headers"][number];

/** One operation: what it does, accepts and returns, with samples, a form and responses in a second column. */
export function operationText(context: ReferenceContext, operation: Operation): string {
  const { operationId: id, summary, description, method, path, deprecation, parameters, body } = operation;
  const samples = readSamples(id);
  const content = body?.content;
  const tabs = samples.map(({ title, language, code: text }) =>
    box(`tab ${title}`, fenced(language, `${id} in ${title}`, text)),
  );
  const beside = blocks(
    tabs.length > 0 && box(`tabs ${summary || id} in`, tabs.join("\n")),
    fenced(`try ${id}`, "", JSON.stringify(tryIt(operation, samples))),
    ...operation.responses
      .filter(isSuccess)
      .map((response) => returnedText(response, sampledId(samples, path))),
  );
  const about = blocks(
    `\`${method}\`{.method .${method.toLowerCase()}} \`${path}\` {.endpoint}`,
    deprecation && `**${deprecationWords(deprecation).replace(/^./, (letter) => letter.toUpperCase())}**`,
    operation.security === undefined && "Needs no credentials.",
    description,
    parameters.length > 0 && `### Parameters {#${id}.parameters}`,
    ...parameters.map((one) => placedItem(context, one, `${id}.${one.in}.${one.name}`)),
    body && `### Body {#${id}.body}`,
    body && `${content && context.schemas.typeOf(content.schema)}${body.isRequired ? ", required" : ""}`,
    body?.description,
    content && context.schemas.body(content.schema, `${id}.body`),
    content && examplesText(content.examples, `${id} sends`),
    `### Responses {#${id}.responses}`,
    ...operation.responses.map((response) => responseItem(context, operation, response)),
  );
  return blocks(
    `## ${summary || id} {#${id}}`,
    box("columns", blocks(box("about", about), box("beside", beside))),
  );
}

function isSuccess({ status }: Response): boolean {
  return status.startsWith("2");
}

/** A parameter, or a header field of a response. */
export function placedItem({ api, schemas }: ReferenceContext, one: Header | Parameter, id: string): string {
  const { name, isRequired, isDeprecated, schema, description, examples } = one;
  const [place, isList] = "in" in one ? [`in the ${one.in}`, one.shape.kind === "array"] : ["", false];
  // `typeOf` shows the schema's own examples.
  const own = listOf(schema.examples).map((value) => JSON.stringify(value));
  const others = examples.filter(({ value }) => !own.includes(JSON.stringify(value)));
  const facts = [
    place,
    schemas.typeOf(schema),
    others.length > 0 && `for example ${others.map(({ value }) => code(value)).join(", ")}`,
    isRequired && "required",
    isDeprecated && "**deprecated**",
  ];
  return item(
    `${named(name, id)} ${facts.filter(Boolean).join(", ")}`,
    id,
    description || textOf(resolveSchema(api.document, schema).description),
    isList && `Once for each item: \`${name}=a&${name}=b\`.`,
  );
}

/** The name of a response that stands in `components`, which has a section of its own; or an empty text. */
export function sharedName({ api }: ReferenceContext, { pointer }: Operation, { status }: Response): string {
  const { $ref } = objectOf(valueAt(api.document, `${pointer}/responses/${status}`));
  return textOf($ref).split("/").at(-1) ?? "";
}

function responseItem(context: ReferenceContext, operation: Operation, response: Response): string {
  const id = `${operation.operationId}.${response.status}`;
  const status = `**${response.status}**{.status${isSuccess(response) ? " .ok" : ""}}`;
  const name = sharedName(context, operation, response);
  if (name !== "") return item(`${status} [${spaced(name)}](#${name})`, id);
  const [line = "", ...others] = responseText(context, response, id).split(/\n{2,}/);
  return item(`${status} ${line.replaceAll("\n", " ")}`, id, others.join("\n\n"));
}

/** The description of a response, its header fields, and its body or the types of its problem. */
export function responseText(context: ReferenceContext, response: Response, id: string): string {
  const { content } = response;
  const isShared = ({ pointer }: Header) => pointer.startsWith("/components/");
  const links = response.headers.filter(isShared).map(({ name }) => `[${name}](#${name})`);
  const type = content === undefined ? "no body" : context.schemas.typeOf(content.schema);
  return blocks(
    response.description,
    `Returns ${type}${links.length === 0 ? "" : ` with ${links.join(", ")}`}.`,
    ...response.headers
      .filter((header) => !isShared(header))
      .map((header) => placedItem(context, header, `${id}.${header.name}`)),
    content &&
      (isSuccess(response) ? context.schemas.body(content.schema, id) : problemText(context, content, id)),
  );
}

/** Links to the pages of the types of problems, if each has one, and the examples to open. */
function problemText({ problemPageOf }: ReferenceContext, { examples }: MediaType, id: string): string {
  if (examples.length === 0) return "";
  const types = examples.map(({ value }) => textOf(objectOf(value).type));
  const links = types.map((type) => ({ name: type.split("/").at(-1), page: problemPageOf?.(type) }));
  const bodies = examples.map((example) =>
    blocks(`${titleOf(example)} {.caption}`, exampleText(example, `${id} returns`)),
  );
  return blocks(
    links.every(({ page }) => page !== undefined) &&
      `Type: ${links.map(({ name, page }) => `[${name}](${page})`).join(", ")}.`,
    box(`details ${bodies.length === 1 ? "Example" : `${bodies.length} examples`}`, blocks(...bodies)),
  );
}

/**
 * An example of a success, and up to two more to open; `openapi.yaml` has them all. The first is that of the sample's
 * computer, or else the longest.
 */
function returnedText({ status, content }: Response, sampled: string | undefined): string {
  const examples = content?.examples ?? [];
  const rank = ({ value }: NamedExample) =>
    sampled === undefined ? JSON.stringify(value).length : Number(objectOf(value).id === sampled);
  const [first, ...rest] = examples.toSorted((a, b) => rank(b) - rank(a));
  if (first === undefined) return "";
  const { summary, value = null } = first;
  return blocks(
    `${status}: ${summary || "example"} {.caption}`,
    fenced("json", `Returned with ${status}: ${summary}`, compactJson(value)),
    examplesText(rest.slice(0, 2), `Returned with ${status}`),
  );
}

function examplesText(examples: readonly NamedExample[], label: string): string {
  const texts = examples.map((one) => box(`details ${titleOf(one)}`, exampleText(one, label)));
  return texts.join("\n\n");
}

function titleOf({ name, summary }: NamedExample): string {
  return summary || (name === "example" ? "Example" : name);
}

function exampleText(example: NamedExample, label: string): string {
  const { description, value = null } = example;
  return blocks(description, fenced("json", `${label}: ${titleOf(example)}`, compactJson(value)));
}

/** The ID in the path of the sample for curl. */
function sampledId(samples: readonly Sample[], path: string): string | undefined {
  const [start = "", rest] = path.split(/\{\w+\}/);
  if (rest === undefined) return undefined;
  const curl = samples.find(({ key }) => key === "curl")?.code ?? "";
  return curl.split(start)[1]?.split(/["/?]/)[0];
}

/** The request that the form begins with: that of the sample, so that both can be sent one after the other. */
function tryIt(operation: Operation, samples: readonly Sample[]): TryItRequest {
  const { method, path, parameters, body } = operation;
  const example = body?.content.examples.find(({ value }) => isObject(value))?.value;
  const fields = parameters.map(({ in: place, name, isRequired, schema, examples }): TryItField => {
    const own = place === "path" ? sampledId(samples, path) : undefined;
    const [first] = examples;
    const value: Json = isRequired ? (own ?? first?.value ?? "") : "";
    return { in: place, name, isRequired, value: String(value), values: listOf(schema.enum).map(String) };
  });
  const text = body === undefined ? {} : { body: compactJson(example ?? {}) };
  return { method, path, needsToken: operation.security !== undefined, fields, ...text };
}
