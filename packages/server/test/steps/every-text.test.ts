import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { onLines } from "@compute-host/command-line/lines";
import { expect, test } from "vitest";
import { createServiceLog } from "../../src/observability/service-log.ts";
import { StepLogReader } from "../../src/provisioning/command/run/step-logs.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { shown } from "./shown-text.ts";

/** All code points, with the halves of surrogate pairs, in texts of 256. */
const everyText = Array.from({ length: 0x110000 / 256 }, (_, row) =>
  String.fromCodePoint(...Array.from({ length: 256 }, (_, column) => row * 256 + column)),
);

/** The bytes in chunks that split characters. */
function chunksOf(text: string): Readable {
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / 65_521) }, (_, index) =>
    bytes.subarray(index * 65_521, (index + 1) * 65_521),
  );
  return Readable.from(chunks, { objectMode: false });
}

test("every code point in an order or message stays in its line of JSON", async () => {
  const lines: string[] = [];
  const text = everyText.map((name) => `${JSON.stringify({ order: { input: name } })}\n`).join("");
  await onLines(chunksOf(text), (line) => lines.push(line)).toArray();
  expect(lines.length).toBe(everyText.length);
  expect(lines.findIndex((line, row) => JSON.parse(line).order.input !== everyText[row])).toBe(-1);
});

test("every code point in a line of the service's log stays in it", async () => {
  let text = "";
  const destination = {
    write(lines: string) {
      text += lines;
    },
  };
  const log = createServiceLog({ level: "info", destination });
  for (const name of everyText) log.info({ name }, "x");
  await expect.poll(() => text.split("\n").length).toBe(everyText.length + 1);
  const lines = text.split("\n").slice(0, -1);
  // A lone half of a pair may become a replacement character.
  const isSame = (line: string, row: number) =>
    JSON.parse(line).name.toWellFormed() === everyText[row]?.toWellFormed();
  expect(lines.findIndex((line, row) => !isSame(line, row))).toBe(-1);
});

test("every code point in the log of a step is shown, except control characters, and ends no line", () => {
  const path = join(temporaryFolder(), "a.log");
  // The letters keep escape sequences and pairs of line ends apart from those of the next character.
  for (let row = 0; row < everyText.length; row += 16) {
    const part = everyText.slice(row, row + 16);
    const text = part.map((name) => `${[...name.toWellFormed()].join("a")}\n`).join("");
    writeFileSync(path, text);
    expect(new StepLogReader(path).read(false) === shown(text), `row ${row}`).toBe(true);
  }
});
