/** The body of a response, as far as it was read. */
export interface ReadBody {
  /** The body, up to its limit. */
  readonly body: string;
  /** Whether the body was longer. */
  readonly isCut: boolean;
}

/** How much of the body of an error is read; a problem document is far smaller. */
const maxErrorBytes = 2 ** 20;

/** The response header `X-Request-Id`. */
export function requestIdOf(headers: Headers): string | undefined {
  return headers.get("x-request-id") ?? undefined;
}

let decoder: InstanceType<typeof TextDecoder> | undefined;

/**
 * Reads a body as text, up to the limit: a small compressed response can decompress into a very large one.
 *
 * @param maxResponseBytes counts after decompression
 */
export async function readBody(response: Response, maxResponseBytes: number): Promise<ReadBody> {
  const maxBytes = response.ok ? maxResponseBytes : Math.min(maxResponseBytes, maxErrorBytes);
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
  // Shared by all calls: most bodies are one chunk, and constructing a decoder costs as much as decoding one.
  decoder ??= new TextDecoder();
  const body = chunks.length > 1 ? await new Blob(chunks).text() : decoder.decode(chunks[0]);
  return { body, isCut: left < 0 };
}
