import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const program = fileURLToPath(new URL("run-tests.ts", import.meta.url));

test("an option that turbo refuses ends with exit code 2, and with where to read about options", () => {
  const bin = mkdtempSync(join(tmpdir(), "refusing-turbo-"));
  onTestFinished(() => rmSync(bin, { recursive: true }));
  writeFileSync(join(bin, "turbo"), "#!/bin/sh\necho \"unexpected argument '--flter'\" >&2\nexit 1\n", {
    mode: 0o755,
  });
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, TALLY_FILE: "" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, "quick", "--flter"], {
    env,
    encoding: "utf8",
  });
  expect(stderr).toContain("unexpected argument '--flter'\nTurbo ran no task; the lines above say why.");
  expect(stdout).toMatch(/\n0 passed, 1 failed\n$/);
  expect(status).toBe(2);
});
