import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";

/** A folder that is removed after the tests of the file, and a way to put files into it. */
export function temporaryFiles() {
  const folder = mkdtempSync(join(tmpdir(), "spec-gate-test-"));
  // The corpus leaves thousands of files, and a busy machine takes its time to remove them.
  afterAll(() => rmSync(folder, { recursive: true, force: true }), 60_000);
  const write = (name: string, content: unknown): string => {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content, null, 2));
    return file;
  };
  return { folder, write };
}
