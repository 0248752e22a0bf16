import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Makes a folder for a test, which is removed after the test and its other clean-up. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "compute-host-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
