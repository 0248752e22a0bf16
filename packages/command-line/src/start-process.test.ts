import { expect, test } from "vitest";
import { runOrThrow, runProcess, StartedProcess } from "./start-process.ts";

const node = (program: string) => new StartedProcess(process.execPath, ["--eval", program]);

test("a program's line is there as soon as it is printed, and its output when it has ended", async () => {
  await using started = node("console.error('first'); console.log('ready'); setInterval(() => {}, 1_000)");
  expect(await started.prints(/^read/)).toBe("ready");
  expect(await started.stop()).toEqual({
    exitCode: null,
    signal: "SIGTERM",
    stdout: "ready\n",
    stderr: "first\n",
  });
});

test("a program that ends without the line says what it printed instead", async () => {
  await expect(node("console.error('no port'); process.exit(3)").prints(/ready/)).rejects.toThrow(
    /ended with 3, not \/ready\/:\nno port\n/,
  );
});

test("a run that has to succeed fails with its output, at its time limit too", async () => {
  const fail = ["--eval", "console.log('half'); process.exit(1)"];
  expect(await runProcess(process.execPath, fail)).toMatchObject({ exitCode: 1, stdout: "half\n" });
  await expect(runOrThrow(process.execPath, fail)).rejects.toThrow("ended with exit code 1:\nhalf");
  const endless = ["--eval", "setInterval(() => {}, 1_000)"];
  await expect(runOrThrow(process.execPath, endless, { timeoutMs: 1 })).rejects.toThrow("did not finish");
  await expect(runProcess("/nowhere/at/all", [])).rejects.toThrow("ENOENT");
});

test("a program reads the input, and has no other environment than the given one", async () => {
  const options = { input: "typed", inherited: { A: "1" }, env: { B: "2" } };
  const program =
    "process.stdin.pipe(process.stdout); console.error(process.env.A, process.env.B, process.env.HOME)";
  const { stdout, stderr } = await runProcess(process.execPath, ["--eval", program], options);
  expect([stdout, stderr]).toEqual(["typed", "1 2 undefined\n"]);
});
