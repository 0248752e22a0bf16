import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { isRunning } from "../../../test/is-running.ts";
import type { StoredComputer } from "../../computers/computer.ts";
import { newId } from "../../computers/new-id.ts";
import { silentLogger } from "../../observability/logger.ts";
import type { Provisioner, StepResult } from "../provisioner.ts";
import { createCommandProvisioner } from "./command-provisioner.ts";
import { createSupervisor } from "./supervisor.ts";

const folder = mkdtempSync(join(tmpdir(), "compute-host-command-"));
afterAll(() => rmSync(folder, { recursive: true }));

const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
// A run ends what is left of an earlier run with the same session, anywhere on the machine.
const installSessionId = newId("ins");
const step = { id: "install-deps", name: "Install", status: "running", installSessionId };
const computer: StoredComputer = {
  id: "cmp_1",
  name: "a\u0000; rm -rf $HOME",
  providerType: "byom",
  createdAt: 1,
  ownerId: "usr_ada",
  status: "provisioning",
  provisioningSteps: [step],
};

const stepRun = { computer, step, attempt: 7, traceparent, signal: new AbortController().signal };

interface ProvisionerOptions {
  readonly timeoutMs?: number;
  readonly runsFolder?: string;
}

let scripts = 0;
function script(...lines: readonly string[]): string {
  const path = join(folder, `step-${scripts++}`);
  // The name of the system's temporary folder may contain a space.
  const text = lines.join("\n").replaceAll(folder, '"$folder"');
  writeFileSync(path, `#!/bin/sh\nexport folder='${folder}'\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

function run(command: string, options: ProvisionerOptions = {}): Promise<StepResult> {
  return provisionerOf(command, options).run(stepRun);
}

/**
 * Runs a command with a time limit long enough for it to write a file first, however slowly it starts on this machine.
 */
async function runBeyondLimit(
  commandFor: (limitSeconds: number) => string,
  file: string,
): Promise<StepResult> {
  for (let timeoutMs = 1_000; timeoutMs < 100_000; timeoutMs *= 2) {
    const result = await run(commandFor(timeoutMs / 1_000), { timeoutMs });
    if (existsSync(file)) return result;
  }
  throw new Error(`The command wrote no ${file}.`);
}

function provisionerOf(
  command: string,
  { timeoutMs = 20_000, runsFolder = join(folder, `runs-${scripts++}`) }: ProvisionerOptions = {},
): Provisioner {
  const supervisor = createSupervisor({ runsFolder, logger: silentLogger });
  onTestFinished(() => supervisor.close());
  return createCommandProvisioner({
    command,
    timeoutMs,
    maxConcurrent: 1,
    environment: { PATH: "/usr/bin:/bin", SHARED: "from the service" },
    runsFolder,
    logsFolder: join(folder, "logs"),
    logger: silentLogger,
    supervisor,
    isShared: false,
    killGraceMs: 100,
  });
}

describe("a command", () => {
  test("gets the step, and the computer as JSON and in its environment, without a shell", async () => {
    const out = join(folder, "out");
    const command = script(`{ echo "$1|$#"; env; echo; cat; } > ${out}`);
    expect(await run(command)).toEqual({ status: "completed" });
    const written = readFileSync(out, "utf8");
    expect(written).toContain("install-deps|1\n");
    expect(written).toContain("COMPUTE_HOST_COMPUTER_ID=cmp_1\n");
    expect(written).toContain("COMPUTE_HOST_COMPUTER_NAME=a; rm -rf $HOME\n");
    expect(written).toContain(`COMPUTE_HOST_INSTALL_SESSION_ID=${installSessionId}\n`);
    expect(written).toContain("COMPUTE_HOST_ATTEMPT=7\n");
    expect(written).toContain(`\nTRACEPARENT=${traceparent}\n`);
    expect(written).toContain("SHARED=from the service\n");
    expect(written).not.toContain("COMPUTE_HOST_HOST_ID");
    expect(JSON.parse(written.slice(written.indexOf("\n{")))).toEqual(computer);
  });

  test.each(["\u2028", "\u2029"])(
    "gets a computer whose name has the line separator %j",
    async (separator) => {
      const named = { ...computer, name: `a${separator}b` };
      const command = script('[ "$(printf "$COMPUTE_HOST_COMPUTER_NAME" | wc -c)" -eq 5 ]');
      expect(await provisionerOf(command).run({ ...stepRun, computer: named })).toEqual({
        status: "completed",
      });
    },
  );

  test("that fails reports its exit code and the end of its output, cleaned and masked", async () => {
    const command = script(
      "head -c 100000 /dev/zero | tr '\\0' x",
      "printf '\\033[31mE: no package for chk_0123456789abcdefghij\\033[0m\\n' >&2",
      "exit 100",
    );
    const result = await run(command);
    expect(result).toMatchObject({ status: "failed" });
    const { error } = result as { error: string };
    expect(error).toMatch(/^The command exited with code 100: x+E: no package for \[masked\]$/);
    expect(error.length).toBeLessThan(4200);
  });

  test("writes its output to a file", async () => {
    const output = {
      hostname: "runner-7",
      hostId: "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10",
      remoteUser: "ada",
    };
    const command = script(`echo '${JSON.stringify(output)}' > "$COMPUTE_HOST_OUTPUT"`);
    expect(await run(command)).toEqual({ status: "completed", output });
  });

  test.each([
    ["broken JSON", "echo { >", "is not JSON"],
    ["a wrong field", `echo '{"hostId":"x"}' >`, "/hostId must be a UUID"],
    ["too much", "head -c 66000 /dev/zero >", "it has more than 64 KiB"],
    ["a pipe", "mkfifo", "it is not a file"],
  ])("that writes %s there fails with the reason", async (_what, make, reason) => {
    const result = await run(script(`${make} "$COMPUTE_HOST_OUTPUT"`));
    const what = "What the command wrote to COMPUTE_HOST_OUTPUT is not valid";
    expect(result).toMatchObject({ status: "failed", error: expect.stringContaining(`${what}: `) });
    expect((result as { error: string }).error).toContain(reason);
  });

  test("can open its outputs by name, and signals only the processes of its group", async () => {
    const command = script(
      "echo one > /dev/stdout",
      "echo two > /dev/stderr",
      "trap '' TERM",
      "kill 0",
      "exit 4",
    );
    expect(await run(command)).toEqual({
      status: "failed",
      error: "The command exited with code 4: one\ntwo",
    });
  });

  test("that cannot be started fails with a reason that names no path", async () => {
    const foreign = join(folder, "foreign");
    writeFileSync(foreign, "#!/no/such/interpreter\n", { mode: 0o755 });
    const locked = join(folder, "locked");
    writeFileSync(locked, "#!/bin/sh\n", { mode: 0o644 });
    const missing = "The command cannot be started (it or its interpreter was not found).";
    // One after the other: they have the same log.
    expect(await run(join(folder, "missing"))).toEqual({ status: "failed", error: missing });
    expect(await run(foreign)).toEqual({ status: "failed", error: missing });
    expect(await run(locked)).toEqual({
      status: "failed",
      error: "The command cannot be started (this user cannot execute it).",
    });
  });

  test.each([
    ["ETXTBSY", "1: exec: /step: Text file busy"],
    ["ETXTBSY", "/step: /bin/sh: bad interpreter: Text file busy"],
    ["EIO", "1: exec: /step: Input/output error"],
    ["EIO", "exec: line 0: /step: I/O error"],
    ["ENOMEM", "1: exec: /step: Cannot allocate memory"],
    ["ENOMEM", "exec: line 0: /step: Out of memory"],
    ["ENFILE", "1: exec: /step: Too many open files in system"],
    ["EMFILE", "1: exec: /step: Too many open files"],
    ["EMFILE", "exec: line 0: /step: No file descriptors available"],
    ["EAGAIN", "1: exec: /step: Resource temporarily unavailable"],
  ])("that a shell temporarily cannot start is tried again (%s, %s)", async (code, message) => {
    // What the shells of Debian, Red Hat and Alpine print.
    const command = script(`echo 'compute-host: ${message}'; exit 126`);
    await expect(run(command)).rejects.toThrow(`The command could not be started (${code})`);
  });

  test("that prints the name of the service first fails with its code and output", async () => {
    const result = await run(script("echo 'compute-host: I/O error'; exit 1"));
    expect(result).toEqual({
      status: "failed",
      error: "The command exited with code 1: compute-host: I/O error",
    });
  });

  test("whose last call is not found fails with its code and output", async () => {
    const result = await run(script("echo 'no such tool' >&2; exit 127"));
    expect(result).toEqual({ status: "failed", error: "The command exited with code 127: no such tool" });
  });

  test.each([
    ["the ID of its step has a NUL", { step: { ...step, id: "a\0b" } }, "ERR_INVALID_ARG_VALUE"],
    [
      "its computer is too long for a variable",
      { computer: { ...computer, hostname: "h".repeat(2 ** 21) } },
      "E2BIG",
    ],
  ])("that can never start because %s fails at once", async (_why, changes, code) => {
    const result = await provisionerOf(script("exit 0")).run({ ...stepRun, ...changes });
    expect(result).toEqual({ status: "failed", error: `The command cannot be started (${code}).` });
  });

  test("that takes too long is killed with everything it started, even if it ignores SIGTERM", async () => {
    const pids = join(folder, "pids");
    // Only Linux can tell processes that left the group from other processes.
    const leave = process.platform === "linux" ? "setsid" : "";
    const command = script(
      "trap '' TERM",
      "sleep 300 &",
      "inside=$!",
      `${leave} sleep 300 &`,
      "echo waiting",
      `echo $$ $inside $! > ${pids}.new; mv ${pids}.new ${pids}`,
      "wait",
    );
    expect(await runBeyondLimit(() => command, pids)).toEqual({
      status: "failed",
      error: expect.stringMatching(/^The command took longer than \d+ s: waiting$/),
    });
    const started = readFileSync(pids, "utf8").trim().split(" ");
    expect(started).toHaveLength(3);
    await expect.poll(() => started.filter(isRunning)).toEqual([]);
  });

  test.each([
    ["completes", 0, { status: "completed" }],
    ["fails with its code", 3, { status: "failed", error: "The command exited with code 3." }],
  ])(
    "that exits before the signal of its time limit %s, even if a process that it left holds its output",
    async (_end, code, result) => {
      const stopped = join(folder, `stopped-${code}`);
      // While its supervisor is stopped, the command exits, and then its time ends.
      const commandFor = (limitSeconds: number) =>
        script(
          "kill -STOP $PPID",
          `: > ${stopped}`,
          `(sleep ${limitSeconds}; kill -CONT $PPID; sleep 5) &`,
          `exit ${code}`,
        );
      expect(await runBeyondLimit(commandFor, stopped)).toEqual(result);
    },
  );

  test("does not start when its lease has ended", async () => {
    const trace = join(folder, "trace");
    const provisioner = provisionerOf(script(`: > ${trace}`));
    provisioner.renew?.(0);
    await expect(provisioner.run(stepRun)).rejects.toThrow("the lease has ended");
    expect(existsSync(trace)).toBe(false);
  });

  test("leaves no files once its result is recorded", async () => {
    const runsFolder = join(folder, "forgotten-runs");
    const provisioner = provisionerOf(script("exit 0"), { runsFolder });
    await provisioner.run(stepRun);
    expect(readdirSync(runsFolder)).toHaveLength(1);
    await provisioner.forget?.(stepRun);
    expect(readdirSync(runsFolder)).toEqual([]);
  });
});
