/** The response header `X-Request-Id`. */
export function requestIdOf(headers: Headers): string | undefined {
  return headers.get("x-request-id") ?? undefined;
}

/** Decodes a body of one chunk. Shared by all calls, because constructing a decoder costs as much as decoding a body. */
export const decoder: InstanceType<typeof TextDecoder> = /* @__PURE__ */ new TextDecoder();
