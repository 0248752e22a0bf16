import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, onTestFinished } from "vitest";

/** Creates a folder that is removed after the test, or the file's tests, and a function that writes files to it. */
export function temporaryFiles() {
  const folder = mkdtempSync(join(tmpdir(), "spec-gate-test-"));
  // The corpus writes thousands of files, which a busy machine takes a while to remove.
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (isInTest()) onTestFinished(remove, 60_000);
  else afterAll(remove, 60_000);
  const write = (name: string, content: unknown): string => {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content, null, 2));
    return file;
  };
  return { folder, write };
}

/** Whether a test runs, in which no hook of its file can be added. */
function isInTest(): boolean {
  try {
    onTestFinished(() => {});
    return true;
  } catch {
    return false;
  }
}
