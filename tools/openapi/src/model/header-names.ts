/** Header fields that browsers and Node.js set themselves, and drop or refuse from a caller ([Fetch](https://fetch.spec.whatwg.org/#forbidden-request-header)). */
const forbidden =
  /^(accept-charset|accept-encoding|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|proxy-.*|referer|sec-.*|set-cookie|te|trailer|transfer-encoding|upgrade|via)$/i;

/** Describes why a header field of a request cannot be sent, and what to do; `undefined` if it can. */
export function whyNotSent(name: string): readonly [what: string, todo: string] | undefined {
  if (forbidden.test(name)) return ["is set by fetch itself, which drops any other value", "remove it"];
  return whyNoField(name);
}

/** Describes why a name is not one of a header field, and what to do; `undefined` if it is. */
export function whyNoField(name: string): readonly [what: string, todo: string] | undefined {
  // RFC 9110, section 5.1.
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) {
    return ["has a name that HTTP does not allow", "use letters, digits and hyphens"];
  }
  // It would set the prototype of the object that Node.js keeps header fields in.
  return name === "__proto__" ? ["is dropped by Node.js", "rename it"] : undefined;
}
