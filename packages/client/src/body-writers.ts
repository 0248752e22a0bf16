import type { BodyInit, Operation } from "./operation.ts";

/** Writes a body of one media type: JSON as its text, anything else as it is given. */
export function bodyOf(mediaType: string): NonNullable<Operation["writeBody"]> {
  const isJson = /[/+]json\b/i.test(mediaType);
  return (body) => ({
    body: isJson ? JSON.stringify(body) : (body as BodyInit["body"]),
    headers: { "content-type": mediaType },
  });
}

/** Writes a multipart body; the platform names its boundary in the content type. */
export const multipartBody: NonNullable<Operation["writeBody"]> = (body) => ({
  body: body as BodyInit["body"],
  headers: {},
});
