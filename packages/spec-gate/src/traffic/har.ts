import { readFileSync, statSync } from "node:fs";
import { Ajv2020, type Schema } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { SpecGateError } from "../spec-gate-error.ts";

// A text of Node.js has at most 512 MiB.
const maxMegabytes = 500;

/** A header, parameter or cookie. */
interface Named {
  readonly name: string;
  readonly value?: string;
}

/** What the gate reads of an entry of a HAR 1.2 file. */
export interface HarEntry {
  readonly startedDateTime: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly Named[];
    readonly cookies?: readonly Named[];
    readonly bodySize?: number;
    readonly postData?: {
      readonly mimeType?: string;
      readonly text?: string;
      readonly params?: readonly Named[];
    };
  };
  readonly response: {
    readonly status: number;
    readonly headers: readonly Named[];
    readonly content: {
      readonly size?: number;
      readonly mimeType?: string;
      readonly text?: string;
      readonly encoding?: string;
    };
  };
}

const string = { type: "string" };
const number = { type: "number" };
const object = (properties: Record<string, Schema>, required: readonly string[] = []) => {
  return { type: "object", properties, required };
};
const list = (items: Schema) => ({ type: "array", items });
const named = list(object({ name: string, value: string }, ["name"]));
const postData = object({ mimeType: string, text: string, params: named });
const content = object({ size: number, mimeType: string, text: string, encoding: string });
const request = object(
  { method: string, url: string, headers: named, cookies: named, bodySize: number, postData },
  ["method", "url", "headers"],
);
const response = object({ status: number, headers: named, content }, ["status", "headers", "content"]);
const startedDateTime = { type: "string", format: "iso-date-time" };
const entry = object({ startedDateTime, request, response }, ["startedDateTime", "request", "response"]);
const har = object({ log: object({ entries: list(entry) }, ["entries"]) }, ["log"]);

/**
 * Reads the entries of a HAR file.
 *
 * @throws SpecGateError that names the file and what is wrong, and nothing that was recorded
 */
export function readHar(file: string): readonly HarEntry[] {
  const value = parsed(file);
  const ajv = new Ajv2020();
  addFormats.default(ajv);
  const validate = ajv.compile<{ readonly log: { readonly entries: readonly HarEntry[] } }>(har);
  if (!validate(value)) {
    const [error] = validate.errors ?? [];
    throw new SpecGateError(
      `${file} is not HAR 1.2: ${error?.instancePath || "the file"} ${error?.message ?? "is refused"}`,
    );
  }
  const { entries } = value.log;
  if (entries.length === 0) throw new SpecGateError(`${file} records no request: /log/entries is empty`);
  for (const [index, { startedDateTime: time, request: sent }] of entries.entries()) {
    const at = `${file} is not HAR 1.2: /log/entries/${index}`;
    if (!URL.canParse(sent.url)) throw new SpecGateError(`${at}/request/url is not a URL`);
    if (Number.isNaN(Date.parse(time))) throw new SpecGateError(`${at}/startedDateTime is not a time`);
  }
  return entries;
}

function parsed(file: string): unknown {
  let text: string;
  try {
    if (statSync(file).size > maxMegabytes * 1e6)
      throw new SpecGateError(`${file} has more than ${maxMegabytes} MB: split it, and name each part`);
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof SpecGateError) throw error;
    throw new SpecGateError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    // The parser's message quotes the text.
    throw new SpecGateError(`${file} is not HAR 1.2: it is not JSON`);
  }
}
