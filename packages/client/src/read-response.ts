/** The body of a response, as far as it was read. */
export interface ReadBody {
  /** The body, up to `maxResponseBytes`. */
  readonly body: string;
  /** Whether the body was longer. */
  readonly isCut: boolean;
}

/** The response header `X-Request-Id`. */
export function requestIdOf({ headers }: { readonly headers: Headers }): string | undefined {
  return headers.get("x-request-id") ?? undefined;
}

let decoder: InstanceType<typeof TextDecoder> | undefined;

/**
 * Reads a body as text, but not more of it than the limit: a small response can be compressed from a very large one.
 *
 * @param maxBytes counts after decompression
 */
export async function readBody(response: Response, maxBytes: number): Promise<ReadBody> {
  const reader = response.body?.getReader?.();
  // React Native has no stream here.
  if (!reader) {
    const body = await response.text();
    return { body, isCut: body.length > maxBytes };
  }
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let left = maxBytes;
  while (left >= 0) {
    const { done, value } = await reader.read();
    if (done) break;
    left -= value.length;
    chunks.push(left < 0 ? value.slice(0, left) : value);
  }
  if (left < 0) reader.cancel().catch(() => {});
  // One for all calls, and most bodies are one chunk: a decoder costs as much as a body.
  decoder ??= new TextDecoder();
  const bytes = chunks.length > 1 ? await new Blob(chunks).arrayBuffer() : chunks[0];
  return { body: decoder.decode(bytes), isCut: left < 0 };
}
