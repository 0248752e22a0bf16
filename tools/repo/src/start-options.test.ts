import { expect, test } from "vitest";
import { readStartOptions } from "./start-options.mjs";

test.each([
  [[], {}, 4010],
  [[], { PORT: "" }, 4010],
  [[], { PORT: "5000" }, 5000],
  [["--port", "6000"], { PORT: "5000" }, 6000],
  [["--port=6000"], { PORT: "http" }, 6000],
])("%o with %o selects port %i", (args, environment, port) => {
  expect(readStartOptions(args, environment).port).toBe(port);
});

test("reads the other options", () => {
  const { port: _, ...options } = readStartOptions(["--postgres", "--data", "elsewhere", "--built"], {});
  expect(options).toEqual({ isOnPostgres: true, isBuilt: true, data: "elsewhere" });
});

test.each([
  [["--prot", "5000"], "Unknown option --prot."],
  [["-p", "5000"], "Unknown option -p."],
  [["--toString"], "Unknown option --toString."],
  [["postgres"], "Unexpected argument postgres."],
  [["--", "5000"], "Unexpected argument 5000."],
  [["--port"], "Option --port <value> argument missing."],
  [["--postgres", "--data", "--built"], "Option --data argument is ambiguous."],
  [["--built=yes"], "Option --built does not take an argument."],
  [["--port", "65536"], '--port is "65536", but has to be a port from 1 to 65535.'],
  [["--data", "x"], "--data is for --postgres: add that, or leave it out."],
])("%o is refused", (args, message) => {
  expect(() => readStartOptions(args, {})).toThrow(
    expect.objectContaining({ message: `${message} See npm start -- --help`, exitCode: 2 }),
  );
});

test.each(["0", "65536", "http", "1e3"])("PORT=%s is refused", (text) => {
  const message = `PORT is "${text}", but has to be a port from 1 to 65535. See npm start -- --help`;
  expect(() => readStartOptions([], { PORT: text })).toThrow(message);
});
