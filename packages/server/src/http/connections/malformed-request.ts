import type { IncomingMessage } from "node:http";

/** The host and port of [RFC 3986, section 3.2](https://www.rfc-editor.org/rfc/rfc3986#section-3.2). */
const authority = /^[\w\-.~%!$&'()*+,;=:[\]]*$/;

/**
 * Whether a proxy in front of the service might interpret this request differently, or it lacks what HTTP/1.1 requires:
 * `Host` is missing, not a host or repeated, `Authorization` or `Content-Type` is repeated, the transfer coding is not
 * just `chunked`, or the HTTP version is another.
 */
export function isMalformed({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  const { host, "transfer-encoding": coding } = headers;
  if (!httpVersion.startsWith("1.")) return true;
  if (host === undefined ? httpVersion === "1.1" : !authority.test(host)) return true;
  if (coding !== undefined && coding.toLowerCase() !== "chunked") return true;
  let hosts = 0;
  let credentials = 0;
  let types = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    // Compare lengths first: most field names differ in length.
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
    else if (name.length === 13 && name.toLowerCase() === "authorization") credentials += 1;
    else if (name.length === 12 && name.toLowerCase() === "content-type") types += 1;
  }
  return hosts > 1 || credentials > 1 || types > 1;
}
