/** The body of a response, up to a limit. */
export interface ResponseBody {
  readonly body: string;
  /** Whether the body was longer than the limit. */
  readonly isCut: boolean;
}

/**
 * Shared by all calls, because constructing a decoder costs as much as decoding a body; created late, because
 * not every test environment has one.
 */
let decoder: InstanceType<typeof TextDecoder> | undefined;

/** Reads a body as text, up to a number of bytes; of an error, at most 256 KiB: a problem document is far smaller. */
export async function readBody(response: Response, maxBytes: number): Promise<ResponseBody> {
  let left = Math.min(maxBytes, response.ok ? Infinity : 2 ** 18);
  const reader = response.body?.getReader?.();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  while (reader && left >= 0) {
    const { done, value } = await reader.read();
    if (done) break;
    left -= value.length;
    chunks.push(value);
  }
  if (left < 0) reader?.cancel().catch(() => {});
  let body: string;
  // Most bodies are one chunk. React Native has no stream here.
  if (chunks.length === 1) {
    decoder ??= new TextDecoder();
    body = decoder.decode(chunks[0]);
  } else body = await (reader ? new Blob(chunks) : response).text();
  // Without a stream, `left` is still the limit, and all of the text was read.
  const isCut = left < (reader ? 0 : body.length);
  // Its end may be part of a credential, which could not be recognised. Servers refuse longer headers.
  return { body: isCut ? body.slice(0, -1e4) : body, isCut };
}
