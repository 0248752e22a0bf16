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

/** How many bytes of a body are read at most. */
export function maxBytesOf({ ok }: Response, maxResponseBytes: number): number {
  return ok ? maxResponseBytes : Math.min(maxResponseBytes, maxErrorBytes);
}

let decoder: InstanceType<typeof TextDecoder> | undefined;

/** Decodes a body of one chunk. */
export function decode(chunk: Uint8Array | undefined): string {
  // Shared by all calls, because constructing a decoder costs as much as decoding a body.
  decoder ??= new TextDecoder();
  return decoder.decode(chunk);
}

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;
type Chunk = Awaited<ReturnType<Reader["read"]>> | undefined;

/**
 * Reads a body as text, up to the limit: a small compressed response can decompress into a very large one.
 *
 * @param reader absent in React Native, which has no stream
 * @param seen what was read already
 * @param maxBytes counts after decompression
 */
export async function readRest(
  response: Response,
  reader: Reader | undefined,
  seen: Chunk[],
  maxBytes: number,
): Promise<ReadBody> {
  if (!reader) {
    const body = await response.text();
    return { body, isCut: body.length > maxBytes };
  }
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let left = maxBytes;
  while (left >= 0) {
    const { done, value } = seen.shift() ?? (await reader.read());
    if (done) break;
    left -= value.length;
    chunks.push(left < 0 ? value.slice(0, left) : value);
  }
  if (left < 0) reader.cancel().catch(() => {});
  return { body: await new Blob(chunks).text(), isCut: left < 0 };
}
