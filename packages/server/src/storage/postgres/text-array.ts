const textOid = 25;
const headerBytes = 20;

/**
 * A `text[]` as PostgreSQL sends and takes it in binary. As a text, which `pg` would make of it, each quote of a JSON text is
 * escaped here and read again there, which takes longer than everything else that a write does with it.
 *
 * @see https://github.com/postgres/postgres/blob/master/src/backend/utils/adt/arrayfuncs.c array_recv
 */
export function textArray(texts: readonly (string | null)[]): Buffer {
  const lengths = texts.map((text) => (text === null ? -1 : Buffer.byteLength(text)));
  const bytes = Buffer.allocUnsafe(
    lengths.reduce((sum, length) => sum + 4 + Math.max(length, 0), headerBytes),
  );
  const header = [texts.length === 0 ? 0 : 1, texts.includes(null) ? 1 : 0, textOid, texts.length, 1];
  let offset = 0;
  for (const number of header) offset = bytes.writeInt32BE(number, offset);
  if (texts.length === 0) return bytes.subarray(0, 12);
  for (const [index, text] of texts.entries()) {
    offset = bytes.writeInt32BE(lengths[index] as number, offset);
    if (text !== null) offset += bytes.write(text, offset);
  }
  return bytes;
}
