import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { exampleProgram, findDocstringExamples } from "./docstring-examples.ts";
import { runBin } from "./run-bin.ts";

const packageFolder = fileURLToPath(new URL("..", import.meta.url));

/** Compiles programs in a folder of the package, where its entries are found by their names; gives what the compiler says. */
async function compile(programs: readonly string[]): Promise<string> {
  await mkdir(join(packageFolder, ".peers"), { recursive: true });
  const folder = await mkdtemp(join(packageFolder, ".peers/examples-"));
  try {
    const tsconfig = { extends: "../../tsconfig.json", include: ["*.ts"], exclude: [] };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
    await Promise.all(
      programs.map((program, index) => writeFile(join(folder, `example-${index}.ts`), program)),
    );
    return await runBin("tsc", ["--noEmit", "--project", folder, "--pretty", "false"], folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test("the examples of docstrings compile", { timeout: 60_000 }, async () => {
  const examples = findDocstringExamples();
  expect(new Set(examples.map(({ place }) => place.split(":")[0]))).toEqual(
    new Set([
      "client.ts",
      "resources.gen.ts",
      "computers.ts",
      "raw.ts",
      "testing/fake-service.ts",
      "testing/msw-handlers.ts",
    ]),
  );
  expect(await compile(examples.map(exampleProgram))).toBe("");
});

test("an example that does not compile is found", { timeout: 60_000 }, async () => {
  const program = exampleProgram({ place: "", code: "client.computers.get(5);" });
  expect(await compile([program])).toContain("error TS2345");
});
