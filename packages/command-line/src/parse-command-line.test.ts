import { expect, test } from "vitest";
import { oneOf, wholeNumber } from "./accepted.ts";
import { parseCommandLine } from "./parse-command-line.ts";

const options = {
  port: { type: "string", accepts: wholeNumber(0, 65_535) },
  engine: { type: "string", accepts: oneOf(["sqlite", "postgres"]), excludes: ["file"] },
  file: { type: "string" },
  write: { type: "boolean", needs: "file" },
  only: { type: "string", multiple: true },
} as const;
const parse = (...args: string[]) =>
  parseCommandLine(args, { help: "tool --help", options, maxArguments: 1 });

test("reads options and arguments, and ignores the two hyphens of pnpm", () => {
  const { values, positionals } = parse(
    "--",
    "a",
    "--port=1",
    "--only",
    "x",
    "--only",
    "y",
    "--file",
    "f",
    "--write",
  );
  expect({ ...values, positionals }).toEqual({
    port: "1",
    only: ["x", "y"],
    file: "f",
    write: true,
    positionals: ["a"],
  });
});

test("accepts an option that is given twice with the same value", () => {
  expect(parse("--port", "1", "--port", "1").values.port).toBe("1");
});

test.each([
  [["--prot", "1"], "Unknown option --prot. Did you mean --port?"],
  [["--nothing-like-it"], "Unknown option --nothing-like-it. See tool --help."],
  [["--toString"], "Unknown option --toString. See tool --help."],
  [["--pxxx"], "Unknown option --pxxx. See tool --help."],
  [["--port"], "Option --port needs a value. See tool --help."],
  [["--file", "--port", "1"], "Option --file needs a value. See tool --help."],
  [["--port", "-1"], '--port must be a whole number from 0 to 65535, not "-1".'],
  [["--port", "1e3"], '--port must be a whole number from 0 to 65535, not "1e3".'],
  [["--engine", "postgers"], '--engine must be sqlite or postgres, not "postgers". Did you mean postgres?'],
  [["--port", "1", "--port", "2"], "Option --port is given as 1 and as 2. Give it once."],
  [["--file", "f", "--write=yes"], "Option --write takes no value."],
  [["--write"], "Option --write needs --file. See tool --help."],
  [
    ["--engine", "sqlite", "--file", "f"],
    "Options --engine and --file exclude each other. Give one of them.",
  ],
  [["a", "b"], 'Unexpected argument "b". See tool --help.'],
])("refuses %j", (args, message) => {
  expect(() => parse(...args)).toThrow(expect.objectContaining({ name: "UsageError", message }));
});
