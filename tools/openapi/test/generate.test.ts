import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { checkedSources } from "../src/generate/checked-sources.ts";
import { writeOrCheck } from "../src/generate/generated-file.ts";
import { changedText } from "./changes/change.ts";

test("the check names an edited file with its line, and generating overwrites it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "generate-"));
  const { exitCode } = process;
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
    process.exitCode = exitCode;
    said.mockRestore();
  });
  const path = join(folder, "edited.gen.ts");
  writeFileSync(path, "first\nedited\n");
  const files = [{ url: pathToFileURL(path), text: "first\nsecond\n" }];

  await writeOrCheck(files, ["--check"]);
  expect(process.exitCode).toBe(1);
  const message = expect.stringMatching(
    /edited\.gen\.ts:2 differs from what the spec generates.*`pnpm generate`/,
  );
  expect(said.mock.calls).toEqual([[message]]);
  expect(readFileSync(path, "utf8")).toBe("first\nedited\n");

  await writeOrCheck(files, []);
  expect(readFileSync(path, "utf8")).toBe("first\nsecond\n");
});

test("a generated file that does not parse is refused by its name", () => {
  const generate = () => ({ "packages/client/src/a.gen.ts": "export const a = 1;\nexport const b = ;\n" });
  expect(() => checkedSources(changedText(), "spec/openapi.yaml", generate)).toThrow(
    "packages/client/src/a.gen.ts would not parse: line 2: Expression expected.",
  );
});
