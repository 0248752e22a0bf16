/** The response header `X-Request-Id`. */
export function requestIdOf(headers: Headers): string | undefined {
  return headers.get("x-request-id") ?? undefined;
}

let decoder: InstanceType<typeof TextDecoder> | undefined;

/** Decodes a body of one chunk. */
export function decode(chunk: Uint8Array | undefined): string {
  // Shared by all calls, because constructing a decoder costs as much as decoding a body.
  decoder ??= new TextDecoder();
  return decoder.decode(chunk);
}
