/**
 * Writes parameters that are not scalars in the query or the path, or lists as `ids=a&ids=b`
 * (OpenAPI 3.1, section 4.8.12.4; RFC 6570). A separator inside a value is percent-encoded.
 *
 * @packageDocumentation
 */
import { encodeSegment, encodeValue, type ParamsWriter, type PathSerializer } from "./address.ts";
import { argumentFrom, assertArgument } from "./errors.ts";
import { isObject } from "./is-object.ts";
import type { Operation } from "./operation.ts";

/** Writes the value of a query parameter as parts of the query; its name is percent-encoded already. */
export type QueryWriter = (name: string, value: unknown) => string[];

/** Writes the value of a path parameter. */
export type PathWriter = (name: string, value: unknown) => string;

/** Writes the value of a header field. */
export type HeaderWriter = (name: string, value: unknown) => string;

type Writers<Writer> = readonly (readonly [name: string, Writer])[];

/** The writers of an operation's parameters, by name; those without one are scalars, or lists such as `ids=a&ids=b`. */
export interface ParameterWriters {
  readonly path?: Writers<PathWriter>;
  readonly query?: Writers<QueryWriter>;
  readonly header?: Writers<HeaderWriter>;
}

/**
 * Makes what writes the parameters of an operation, for a call by method and for one by path.
 *
 * @param body what writes its body, if that is not `application/json`
 */
export function writing(
  { path, query = [], header = [] }: ParameterWriters,
  body?: Pick<Operation, "writeBody" | "initOf">,
): Pick<Operation, "writeBody" | "writeParams" | "serializePath" | "initOf"> {
  const writeParams = paramsWriter(new Map(query), new Map(header));
  const serializePath = path && pathWriter(new Map(path));
  return {
    ...body,
    writeParams,
    ...(serializePath && { serializePath }),
    initOf: (params = {}, init) => {
      const sent: Record<string, string> = {};
      writeParams({ ...params.header }, sent);
      return {
        ...body?.initOf?.(params, init),
        params: { ...params, path: params.path ?? {}, header: { ...params.header, ...sent } },
        querySerializer: (values: object) => writeParams(values, {}).slice(1),
        ...(serializePath && {
          pathSerializer: (address: string, values: Record<string, unknown>) =>
            serializePath(address)((name) => values[name]),
        }),
      };
    },
  };
}

function paramsWriter(
  queryWriters: ReadonlyMap<string, QueryWriter>,
  headerWriters: ReadonlyMap<string, HeaderWriter>,
): ParamsWriter {
  return (params, headers) =>
    Object.entries(params)
      .flatMap(([name, value]) => {
        const writeHeader = headerWriters.get(name);
        const writeQuery = queryWriters.get(name) ?? form;
        // Only JSON has a text for `null`.
        const isJson = writeHeader === jsonField || writeQuery === json;
        if (value === undefined || (value === null && !isJson)) return [];
        if (!writeHeader) return writeQuery(encodeValue(name), value);
        headers[name.toLowerCase()] = sendable(name, writeHeader(name, value));
        return [];
      })
      .join("&")
      .replace(/^./, "?$&");
}

/** RFC 9110, section 5.5; `fetch` would remove white space at the ends. */
function sendable(name: string, text: string): string {
  const isSendable = !/^[\t ]|[\t ]$|[^\t -~\x80-\xff]/.test(text);
  assertArgument(
    isSendable,
    `${name} must fit in a header: no line break, no character above U+00FF, no white space at its ends`,
  );
  return text;
}

function pathWriter(writers: ReadonlyMap<string, PathWriter>): (address: string) => PathSerializer {
  const writeSegment: PathWriter = (name, value) => {
    const write = writers.get(name);
    if (!write) return encodeSegment(name, value);
    assertArgument(value != null, `${name} is required`);
    const text = write(name, value);
    // As a segment of a path, these would reach another resource.
    assertArgument(!/^(\.|%2e){0,2}$/i.test(text), `${name} must not be empty`);
    return text;
  };
  return (address) => {
    const parts = address.split(/[{}]/);
    return (parameterOf) =>
      parts.map((part, index) => (index % 2 ? writeSegment(part, parameterOf(part)) : part)).join("");
  };
}

/** `ids=a&ids=b`: the style `form` with `explode`. */
export const form: QueryWriter = (name, value) => [value].flat().map((item) => `${name}=${encodeItem(item)}`);

/** `ids=a,b`: the style `form` without `explode`. */
export const comma: QueryWriter = joined(",");

/** `ids=a%20b`: the style `spaceDelimited`. */
export const space: QueryWriter = joined("%20");

/** `ids=a%7Cb`: the style `pipeDelimited`. */
export const pipe: QueryWriter = joined("%7C");

/** `size[min]=1`: the style `deepObject`. */
export const deepObject: QueryWriter = (name, value) =>
  membersOf(name, value).map(([key, item]) => `${name}%5B${encodeValue(key)}%5D=${encodeItem(item)}`);

/**
 * `min=1&max=2`: an object in the style `form` with `explode`.
 *
 * @param others the names of other parameters, which a member must not have
 */
export function spread(...others: readonly string[]): QueryWriter {
  return (name, value) =>
    membersOf(name, value).map(([key, item]) => {
      assertArgument(!others.includes(key), `${name} must not have ${key}, which is another parameter`);
      return `${encodeValue(key)}=${encodeItem(item)}`;
    });
}

/** JSON text: a parameter with `content`. */
export const json: QueryWriter = (name, value) => [`${name}=${encodeValue(jsonOf(name, value))}`];

/**
 * Leaves reserved characters as they are (`allowReserved`), but for those that would end the value. A percent sign is encoded, so
 * that every value arrives unchanged.
 */
export function reserved(write: QueryWriter): QueryWriter {
  const isReserved = write === comma ? /%(?:2[4F]|3[ABDF]|40)/g : /%(?:2[4CF]|3[ABDF]|40)/g;
  return (name, value) =>
    write(name, value).map((text) => {
      const [key = "", ...rest] = text.split("=");
      return `${key}=${rest.join("=").replace(isReserved, decodeURIComponent)}`;
    });
}

function joined(separator: string): QueryWriter {
  return (name, value) => [`${name}=${joinTexts(name, value, separator)}`];
}

/** `a,b`, or the members of an object as `min,1,max,2`: the style `simple`. */
export const simple: PathWriter = (name, value) => joinTexts(name, value);

/** `min=1,max=2`: the style `simple` with `explode`. */
export const simplePairs: PathWriter = (name, value) => pairsOf(name, value).join(",");

/** `.a,b`: the style `label`. */
export const label: PathWriter = (name, value) => `.${joinTexts(name, value)}`;

/** `.a.b`: a list in the style `label` with `explode`. */
export const labels: PathWriter = (name, value) => dotted(textsOf(name, value));

/** `.min=1.max=2`: an object in the style `label` with `explode`. */
export const labelPairs: PathWriter = (name, value) => dotted(pairsOf(name, value));

/** `;ids=a,b`: the style `matrix`. */
export const matrix: PathWriter = (name, value) => {
  const text = joinTexts(name, value);
  return `;${encodeValue(name)}${text && "="}${text}`;
};

/** `;ids=a;ids=b`: a list in the style `matrix` with `explode`. */
export const matrixes: PathWriter = (name, value) => {
  const texts = textsOf(name, value).map((text) => `;${encodeValue(name)}=${text}`);
  return texts.join("") || `;${encodeValue(name)}`;
};

/** `;min=1;max=2`: an object in the style `matrix` with `explode`. */
export const matrixPairs: PathWriter = (name, value) =>
  pairsOf(name, value)
    .map((text) => `;${text}`)
    .join("");

/** JSON text in a path. */
export const jsonSegment: PathWriter = (name, value) => encodeValue(jsonOf(name, value));

/** A scalar, as it is. */
export const plain: HeaderWriter = (_name, value) => `${value}`;

/** `a,b`: in the items of a list, only what they could not contain is percent-encoded. */
export const list: HeaderWriter = (name, value) => joinTexts(name, value, ",", encodeField);

/** `min=1,max=2`. */
export const pairs: HeaderWriter = (name, value) =>
  pairsOf(name, value, (text) => encodeField(text).replaceAll("=", "%3D")).join(",");

/** JSON text in ASCII. */
export const jsonField: HeaderWriter = (name, value) =>
  jsonOf(name, value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

type Encoder = (value: unknown) => string;

/** `null` in a list or an object is the empty text (OpenAPI 3.1, section 4.8.12.4). */
function encodeItem(value: unknown): string {
  return encodeValue(value ?? "");
}

function encodeField(value: unknown): string {
  return `${value ?? ""}`.replace(/^ | $|[%,]|[^ -~]/gu, encodeItem);
}

function dotted(texts: readonly string[]): string {
  return `.${texts.map((text) => text.replaceAll(".", "%2E")).join(".")}`;
}

/** Encodes a scalar, the items of a list, or the keys and values of an object in turn. */
function textsOf(name: string, value: unknown, encode: Encoder = encodeItem): string[] {
  if (!isObject(value)) return [value].flat().map(encode);
  return membersOf(name, value).flat().map(encode);
}

function pairsOf(name: string, value: unknown, encode: Encoder = encodeItem): string[] {
  return membersOf(name, value).map(([key, item]) => `${encode(key)}=${encode(item)}`);
}

/** Joins texts; one that contains the separator would become two, and an empty one alone an empty list. */
function joinTexts(name: string, value: unknown, separator = ",", encode: Encoder = encodeItem): string {
  const texts = textsOf(name, value, encode);
  const shown = decodeURIComponent(separator);
  const isWhole = texts.every((text) => !text.includes(separator));
  assertArgument(isWhole, `${decodeURIComponent(name)} must not have "${shown}" in an item`);
  const text = texts.join(separator);
  const isLost = text === "" && Array.isArray(value) && value.length > 0;
  assertArgument(!isLost, `${decodeURIComponent(name)} must not have an empty item alone`);
  return text;
}

function membersOf(name: string, value: unknown): [string, unknown][] {
  assertArgument(isObject(value), `${decodeURIComponent(name)} must be an object`);
  return Object.entries(value).filter(([, item]) => item !== undefined);
}

function jsonOf(name: string, value: unknown): string {
  return argumentFrom(() => JSON.stringify(value), `${decodeURIComponent(name)} must be valid JSON`);
}
