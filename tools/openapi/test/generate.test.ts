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
import { runProgram } from "@compute-host/command-line/testing";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));

let copy: string;
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), "generate-"));
  const files = globSync(["packages/*/src/**/*.gen.*", "spec/*.yaml"], {
    cwd: root,
  });
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
  const { exitCode } = await runProgram(program, args).finally(() => said.mockRestore());
  return { exitCode, stderr: lines.join("\n") };
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

test("an unsupported description changes no file, and the message names the place", async () => {
  const before = generatedTexts();
  edit("spec/openapi.yaml", (text) => text.replace("schemas/ComputerSource", "schemas/ComputerSauce"));
  const { exitCode, stderr } = await generate();
  expect(exitCode).toBe(1);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(stderr).toMatch(/spec\/openapi\.yaml:\d+: .*ComputerSauce.*Nothing was written\.$/);
  expect(generatedTexts()).toEqual(before);
});

test("a generated file that does not parse changes no file, and the message names it", async () => {
  const before = generatedTexts();
  edit("tools/openapi/src/generate/source-text.ts", (text) =>
    text.replace("return isPlain ? name", 'return isPlain ? name + " 1"'),
  );
  const { exitCode, stderr } = await generate();
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(
    /^packages\/client\/src\/operations\.gen\.ts would not parse: line \d+: .+ Nothing was written\.$/,
  );
  expect(generatedTexts()).toEqual(before);
});

test("a description in two files generates the same as one file", async () => {
  const schema = /^ {4}ComputerSource:\n(?: {5,}.*\n|\n)+/m.exec(
    readFileSync(join(copy, "spec/openapi.yaml"), "utf8"),
  )?.[0];
  writeFileSync(join(copy, "spec/parts.yaml"), String(schema).replaceAll(/^ {4}/gm, ""));
  edit("spec/openapi.yaml", (text) =>
    text.replace(String(schema), "    ComputerSource:\n      $ref: './parts.yaml#/ComputerSource'\n"),
  );
  expect(await generate("--check")).toMatchObject({ exitCode: undefined, stderr: "" });
});

test("what is read otherwise than it is written is said with its first place", async () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  edit("spec/openapi.yaml", (text) =>
    text.replace("  schemas:\n", "  schemas:\n    Text: { type: string, strange: 1 }\n"),
  );
  const { stderr } = await generate();
  const lines = warned.mock.calls.join("\n");
  warned.mockRestore();
  expect(stderr).toBe("");
  expect(lines).toMatch(/^.+openapi\.yaml:\d+: No one knows the keyword `strange`, so it is left out\.$/);
});

test("an operation that documents a redirect and a default, but no success, changes no file", async () => {
  const before = generatedTexts();
  edit("spec/openapi.yaml", (text) =>
    text.replace(
      "  /api/v0/computers:\n",
      `  /api/v0/opened:
    get:
      operationId: open
      responses:
        "303": { description: Elsewhere. }
        default: { $ref: "#/components/responses/OtherError" }
  /api/v0/computers:
`,
    ),
  );
  const { exitCode, stderr } = await generate();
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(
    /spec\/openapi\.yaml:\d+: open documents no success: add the 2xx response that its callers get\./,
  );
  expect(generatedTexts()).toEqual(before);
});

describe("an operation that cannot be generated", () => {
  const list = () => join(copy, "spec/unsupported.json");
  const operations = () => readFileSync(join(copy, "packages/client/src/operations.gen.ts"), "utf8");
  beforeEach(() => {
    edit("spec/openapi.yaml", (text) =>
      text.replace(
        "  /api/v0/computers:\n",
        `  /api/v0/events:
    get:
      operationId: watchAll
      tags: [Computers]
      responses:
        "200":
          description: Events.
          content: { text/event-stream: { schema: { $ref: "#/components/schemas/Event" } } }
  /api/v0/computers:
`,
      ),
    );
    edit("spec/openapi.yaml", (text) =>
      text.replace("  schemas:\n", "  schemas:\n    Event: { type: string, unevaluatedItems: false }\n"),
    );
  });

  test("is named with its line, with every other one, and with the way to leave it out", async () => {
    const { exitCode, stderr } = await generate();
    expect(exitCode).toBe(1);
    const [first, last] = stderr.split("\n");
    expect(first).toMatch(/spec\/openapi\.yaml:\d+: The 200 of watchAll is an event stream/);
    expect(last).toBe(
      "To leave out the operation concerned, run `pnpm generate --skip-unsupported`. Nothing was written.",
    );
  });

  test("can be left out, with what only it uses, until the list of them goes", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    expect(await generate("--skip-unsupported")).toMatchObject({ exitCode: undefined });
    expect(warned.mock.calls.join("\n")).toMatch(/^Left out GET \/api\/v0\/events: .*event stream/);
    warned.mockRestore();
    expect(JSON.parse(readFileSync(list(), "utf8"))).toEqual([
      { operation: "GET /api/v0/events", reason: expect.stringContaining("event stream") },
    ]);
    expect(operations()).not.toContain("watchAll");
    expect(await generate("--check")).toMatchObject({ exitCode: undefined });
    rmSync(list());
    expect(await generate("--check")).toMatchObject({ exitCode: 1 });
  });
});
