import { isObject, type Json, mediaKindOf } from "@compute-host/openapi/model";

/** A body as a request sends it. */
export interface WrittenBody {
  readonly json?: unknown;
  readonly rawBody?: string;
  readonly contentType: string;
}

const boundary = "contract-tests";

/** Writes a value as a body of a media type: the members of an object as fields of a form, a text as it is. */
export function writeBody(mediaType: string, value: Json): WrittenBody {
  const kind = mediaKindOf(mediaType);
  if (kind === "json") return { json: value, contentType: mediaType };
  const fields = Object.entries(isObject(value) ? value : {}).map(([name, member]): [string, string] => [
    name,
    textOf(member),
  ]);
  if (kind === "form") return { rawBody: new URLSearchParams(fields).toString(), contentType: mediaType };
  if (kind === "multipart") {
    const parts = fields.map(
      ([name, text]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
    );
    return {
      rawBody: `${parts.join("")}--${boundary}--\r\n`,
      contentType: `${mediaType}; boundary=${boundary}`,
    };
  }
  // A range such as `*/*` names no type that could be sent.
  const contentType = mediaType.includes("*") ? "application/octet-stream" : mediaType;
  return { rawBody: textOf(value), contentType };
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
