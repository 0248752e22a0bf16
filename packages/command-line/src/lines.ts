import type { Readable } from "node:stream";

/**
 * Calls back with each line of a stream. Only `\n` ends a line: `node:readline` also ends lines at U+2028 and
 * U+2029, which JSON strings may contain.
 *
 * @returns the stream
 */
export function onLines(input: Readable, onLine: (line: string) => void): Readable {
  let rest = "";
  return input.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  });
}
