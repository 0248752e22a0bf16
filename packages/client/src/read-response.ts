/** The response header `X-Request-Id`. */
export function requestIdOf(headers: Headers): string | undefined {
  return headers.get("x-request-id") ?? undefined;
}

let decoder: InstanceType<typeof TextDecoder> | undefined;

/** Decodes a body. */
export function decode(chunks: readonly Uint8Array[]): string {
  // Shared by all calls, because constructing a decoder costs as much as decoding a body.
  decoder ??= new TextDecoder();
  let text = "";
  for (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}
