import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));

let copy: string;
let runs = 0;
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), "generate-"));
  const files = globSync(["packages/*/src/**/*.gen.*", "spec/*.yaml"], { cwd: root });
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  cpSync(join(root, "tools/openapi/src"), join(copy, "tools/openapi/src"), { recursive: true });
  symlinkSync(join(root, "tools/openapi/node_modules"), join(copy, "tools/openapi/node_modules"));
  writeFileSync(join(copy, "package.json"), '{ "type": "module" }');
});
afterEach(() => rmSync(copy, { recursive: true }));

/** Runs the copy in this process; each copy is another module. */
async function generate(...args: string[]) {
  const lines: string[] = [];
  const said = vi.spyOn(console, "error").mockImplementation((line) => void lines.push(line));
  const program = pathToFileURL(join(copy, "tools/openapi/src/generate/generate.ts"));
  const [{ argv }, { exitCode: before }] = [process, process];
  process.argv = ["node", program.pathname, ...args];
  try {
    await import(/* @vite-ignore */ `${program.pathname}?run=${runs++}`);
    return { exitCode: process.exitCode, stderr: lines.join("\n") };
  } finally {
    Object.assign(process, { argv, exitCode: before });
    said.mockRestore();
  }
}

function edit(path: string, change: (text: string) => string): string {
  const file = join(copy, path);
  const before = readFileSync(file, "utf8");
  const after = change(before);
  expect(after).not.toBe(before);
  writeFileSync(file, after);
  return after;
}

function generatedTexts(): Record<string, string> {
  const files = globSync("packages/*/src/**/*.gen.*", { cwd: copy });
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(copy, file), "utf8")]));
}

test("the check reports an edited line, and writes nothing", async () => {
  const path = "packages/types/src/openapi.gen.ts";
  const edited = edit(path, (text) => text.replace("remoteUser?: string", "remoteUser: string"));
  const { exitCode, stderr } = await generate("--check");
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/openapi\.gen\.ts:\d+ differs from what the spec generates.*`pnpm generate`/);
  expect(readFileSync(join(copy, path), "utf8")).toBe(edited);
});

test("what is not carried over changes no file, and each place is named with its line", async () => {
  const before = generatedTexts();
  const text = edit("spec/openapi.yaml", (original) =>
    original.replace("schemas/ComputerSource", "schemas/ComputerSauce").replace("in: query", "in: cookie"),
  );
  const lineWith = (part: string) => text.slice(0, text.indexOf(part)).split("\n").length;
  expect(await generate()).toEqual({
    exitCode: 1,
    stderr: [
      `spec/openapi.yaml:${lineWith("in: cookie")}: \`in: cookie\` is not carried over: use the path, the query or a header field.`,
      `spec/openapi.yaml:${lineWith("schemas/ComputerSauce")}: \`$ref: #/components/schemas/ComputerSauce\`, which is not there, is not carried over: correct it. Nothing was written.`,
    ].join("\n"),
  });
  expect(generatedTexts()).toEqual(before);
});

test("a generated file that does not parse changes no file, and the message names it", async () => {
  const before = generatedTexts();
  edit("tools/openapi/src/generate/source-text.ts", (text) =>
    text.replace("test(name) ? name", 'test(name) ? name + " 1"'),
  );
  const { exitCode, stderr } = await generate();
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(
    /^packages\/client\/src\/operations\.gen\.ts would not parse: line \d+: .+ Nothing was written\.$/,
  );
  expect(generatedTexts()).toEqual(before);
});
