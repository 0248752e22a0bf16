import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readStartOptions, startHelp } from "./start-options.mjs";

const description = readFileSync(new URL("../../../spec/openapi.yaml", import.meta.url), "utf8");
/** The port of the address at which the description says that the sandbox listens. */
const described = Number(/default: http:\/\/127\.0\.0\.1:(\d+)$/m.exec(description)?.[1]);

test("the help names the default port", () => {
  expect(startHelp).toContain(`on $PORT or ${described}\n`);
});

test.each([
  [[], {}, described],
  [[], { PORT: "" }, described],
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
  [["--port", "65536"], '--port must be a port from 1 to 65535, not "65536".'],
  [["--data", "x"], "--data needs --postgres: add that, or leave --data out."],
])("%o is refused", (args, message) => {
  expect(() => readStartOptions(args, {})).toThrow(
    expect.objectContaining({ message: `${message} See npm start -- --help`, exitCode: 2 }),
  );
});

test.each(["0", "65536", "http", "1e3"])("PORT=%s is refused", (text) => {
  const message = `PORT must be a port from 1 to 65535, not "${text}". See npm start -- --help`;
  expect(() => readStartOptions([], { PORT: text })).toThrow(message);
});
