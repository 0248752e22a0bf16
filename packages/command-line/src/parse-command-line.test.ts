import { expect, test } from "vitest";
import { parseCommandLine } from "./parse-command-line.ts";

const options = {
  port: { type: "string", accepts: { name: "a port", test: (text: string) => /^\d+$/.test(text) } },
  file: { type: "string" },
  write: { type: "boolean" },
  only: { type: "string", multiple: true },
} as const;
const help = "tool --help";

test("reads options and arguments, and ignores the two hyphens of pnpm", () => {
  const args = ["--", "a", "--port=1", "--only", "x", "--only", "y", "--file", "f", "--write"];
  const { values, positionals } = parseCommandLine(args, { help, options, allowPositionals: true });
  expect({ ...values, positionals }).toEqual({
    port: "1",
    only: ["x", "y"],
    file: "f",
    write: true,
    positionals: ["a"],
  });
});

test.each([
  [["--prot", "1"], "Unknown option --prot. Did you mean --port?"],
  [["--nothing-like-it"], "Unknown option --nothing-like-it. See tool --help."],
  [["--toString"], "Unknown option --toString. See tool --help."],
  [["-x"], "Unknown option -x. See tool --help."],
  [["--port"], "Option --port needs a value. See tool --help."],
  [["--port="], "Option --port needs a value. See tool --help."],
  [["--file", "--port", "1"], "Option --file needs a value. See tool --help."],
  [["--port", "x"], '--port must be a port, not "x".'],
  [["--port", "1", "--port", "2"], "Option --port is repeated. Give it once."],
  [["--write=yes"], "Option --write does not take an argument. See tool --help."],
  [["a"], "Unexpected argument a. See tool --help."],
])("refuses %j", (args, message) => {
  expect(() => parseCommandLine(args, { help, options })).toThrow(
    expect.objectContaining({ name: "UsageError", message }),
  );
});
