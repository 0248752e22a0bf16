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
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { isRunning } from "../../test/is-running.ts";
import type { StoredComputer } from "../computers/computer.ts";
import { newId } from "../computers/new-id.ts";
import { type Logger, silentLogger } from "../observability/logger.ts";
import { description } from "../openapi/description.gen.ts";
import { createCommandProvisioner } from "./command-provisioner.ts";
import type { Provisioner, StepResult } from "./provisioner.ts";
import { createOutputReader } from "./step-output.ts";
import { createSupervisor } from "./supervisor.ts";

const folder = mkdtempSync(join(tmpdir(), "compute-host-command-"));
afterAll(() => rmSync(folder, { recursive: true }));

const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
// A run ends what is left of an earlier one with the same session, on the whole machine.
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

let scripts = 0;
function script(...lines: readonly string[]): string {
  const path = join(folder, `step-${scripts++}`);
  // The system's folder for temporary files may have a blank in its name.
  const text = lines.join("\n").replaceAll(folder, '"$folder"');
  writeFileSync(path, `#!/bin/sh\nexport folder='${folder}'\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

function run(
  command: string,
  options: { timeoutMs?: number; signal?: AbortSignal; logger?: Logger; runsFolder?: string } = {},
): Promise<StepResult> {
  const { signal = new AbortController().signal } = options;
  return provisionerOf(command, options).run({ computer, step, attempt: 7, traceparent, signal });
}

/** Runs a command with a time limit that lets it write a file first, however slowly it starts on this machine. */
async function runBeyondLimit(command: string, file: string): Promise<StepResult> {
  for (let timeoutMs = 1_000; timeoutMs < 100_000; timeoutMs *= 2) {
    const result = await run(command, { timeoutMs });
    if (existsSync(file)) return result;
  }
  throw new Error(`The command wrote no ${file}.`);
}

function provisionerOf(
  command: string,
  options: { timeoutMs?: number; logger?: Logger; runsFolder?: string } = {},
): Provisioner {
  const { timeoutMs = 20_000, logger = silentLogger } = options;
  const { runsFolder = join(folder, `runs-${scripts++}`) } = options;
  const supervisor = createSupervisor({ runsFolder, logger });
  onTestFinished(() => supervisor.close());
  return createCommandProvisioner({
    command,
    timeoutMs,
    maxConcurrent: 1,
    environment: { PATH: "/usr/bin:/bin", SHARED: "from the service" },
    runsFolder,
    logsFolder: join(folder, "logs"),
    readOutput: createOutputReader(description),
    logger,
    supervisor,
    killGraceMs: 100,
  });
}

describe("a command", () => {
  test("gets the step, and the computer as JSON and in its environment, without a shell in between", async () => {
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

  test("that fails reports its exit code and the end of its output, without control characters", async () => {
    const command = script(
      "head -c 100000 /dev/zero | tr '\\0' x",
      "printf '\\033[31mE: no such package\\033[0m\\n' >&2",
      "exit 100",
    );
    const result = await run(command);
    expect(result).toMatchObject({ status: "failed" });
    const { error } = result as { error: string };
    expect(error).toMatch(/^The command exited with code 100: x+E: no such package$/);
    expect(error.length).toBeLessThan(4200);
  });

  test("that shows a credential in its output does not show it in the error", async () => {
    const result = await run(script("echo login failed for chk_0123456789abcdefghij >&2", "exit 1"));
    expect(result).toMatchObject({ error: "The command exited with code 1: login failed for [masked]" });
  });

  test("says what it made, in a file", async () => {
    const output = {
      hostname: "runner-7",
      hostId: "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10",
      remoteUser: "ada",
    };
    const command = script(`echo '${JSON.stringify(output)}' > "$COMPUTE_HOST_OUTPUT"`);
    expect(await run(command)).toEqual({ status: "completed", output });
  });

  test.each([
    ["{", "is not JSON"],
    ['{"hostid":"x"}', "/hostid is not a known property"],
    ['{"hostId":"x"}', "/hostId must be a UUID"],
    ['{"remoteUser":""}', "/remoteUser must have at least 1 character"],
    ["[]", "must be an object"],
    [`{"hostname":"${"x".repeat(2 ** 16)}"}`, "it has more than 64 KiB"],
  ])("that writes %s into it fails, and says why", async (text, reason) => {
    const command = script(`cat > "$COMPUTE_HOST_OUTPUT" <<'END'`, text, "END");
    const result = await run(command);
    const what = "What the command wrote to COMPUTE_HOST_OUTPUT is not valid";
    expect(result).toMatchObject({ status: "failed", error: expect.stringContaining(`${what}: `) });
    expect((result as { error: string }).error).toContain(reason);
  });

  test.each(["mkfifo", "mkdir"])("that uses %s there fails, and says why", async (make) => {
    expect(await run(script(`${make} "$COMPUTE_HOST_OUTPUT"`))).toEqual({
      status: "failed",
      error: "What the command wrote to COMPUTE_HOST_OUTPUT is not valid: it is not a file",
    });
  });

  test("can open its outputs by their names, and ends the processes of its group only", async () => {
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

  test("that is ended by a signal fails", async () => {
    expect(await run(script("kill -9 $$"))).toEqual({
      status: "failed",
      error: "The command was ended by SIGKILL.",
    });
  });

  test("that cannot be started fails and says so", async () => {
    const result = await run(join(folder, "missing"));
    expect(result).toMatchObject({
      status: "failed",
      error: expect.stringContaining("cannot be started") as string,
    });
  });

  test("that takes too long is killed with everything it started, even if it ignores SIGTERM", async () => {
    const pids = join(folder, "pids");
    const command = script(
      "trap '' TERM",
      "sleep 300 &",
      "echo waiting",
      `echo $$ $! > ${pids}.new; mv ${pids}.new ${pids}`,
      "wait",
      "sleep 300",
    );
    expect(await runBeyondLimit(command, pids)).toEqual({
      status: "failed",
      error: expect.stringMatching(/^The command took longer than \d+ s and was killed: waiting$/),
    });
    const started = readFileSync(pids, "utf8").trim().split(" ");
    expect(started).toHaveLength(2);
    await expect.poll(() => started.filter(isRunning)).toEqual([]);
  });

  test("is killed and reported as aborted when the service stops", async () => {
    const started = join(folder, "started");
    const abort = new AbortController();
    const result = run(script(`echo $$ > ${started}`, "exec sleep 300"), { signal: abort.signal });
    result.catch(() => {});
    await expect.poll(() => existsSync(started) && readFileSync(started, "utf8")).toBeTruthy();
    abort.abort();
    await expect(result).rejects.toThrow("aborted");
    expect(isRunning(readFileSync(started, "utf8").trim())).toBe(false);
  });

  // Elsewhere the processes of an interrupted run cannot be told from others.
  if (process.platform === "linux") {
    test("that takes too long is killed with what it started in another session", async () => {
      const pid = join(folder, "session");
      const command = script(
        `setsid sh -c 'echo $$ > ${pid}.new; mv ${pid}.new ${pid}; exec sleep 300' &`,
        "sleep 300",
      );
      expect(await runBeyondLimit(command, pid)).toMatchObject({ status: "failed" });
      expect(isRunning(readFileSync(pid, "utf8").trim())).toBe(false);
    });

    test("is ended, with everything it started, when its supervisor is gone, before the same attempt runs again", async () => {
      const pids = join(folder, "interrupted");
      const command = script(
        `if [ -e ${pids} ]; then exit 0; fi`,
        "trap '' TERM",
        "setsid sleep 300 &",
        `echo $PPID $$ $! > ${pids}.new; mv ${pids}.new ${pids}`,
        "while :; do sleep 1; done",
      );
      const provisioner = provisionerOf(command);
      const signal = new AbortController().signal;
      const attempt = () => provisioner.run({ computer, step, attempt: 7, traceparent, signal });
      const interrupted = attempt();
      await expect.poll(() => existsSync(pids)).toBe(true);
      const [supervisor, ...started] = readFileSync(pids, "utf8").trim().split(" ");
      process.kill(Number(supervisor), "SIGKILL");
      await expect(interrupted).rejects.toThrow("The supervisor of the command has ended");
      expect(started).toHaveLength(2);
      expect(started.filter(isRunning)).toEqual([]);
      expect(await attempt()).toEqual({ status: "completed" });
    });
  }

  test("that ended while no service ran is not run again: its outcome is used", async () => {
    const runsFolder = join(folder, "ended-runs");
    const count = join(folder, "ended-count");
    const command = script(`echo run >> ${count}`, "echo no space left >&2", "exit 3");
    const failure = { status: "failed", error: "The command exited with code 3: no space left" };
    expect(await run(command, { runsFolder })).toEqual(failure);
    expect(await run(command, { runsFolder })).toEqual(failure);
    expect(readFileSync(count, "utf8")).toBe("run\n");
  });

  test("that still runs is waited for by the next service", async () => {
    const runsFolder = join(folder, "orphan-runs");
    const count = join(folder, "orphan-count");
    const gate = join(folder, "orphan-gate");
    const command = script(`echo run >> ${count}`, `while [ ! -e ${gate} ]; do sleep 0.05; done`);
    const first = run(command, { runsFolder });
    await expect.poll(() => existsSync(count)).toBe(true);
    const second = run(command, { runsFolder });
    writeFileSync(gate, "");
    expect(await Promise.all([first, second])).toEqual([{ status: "completed" }, { status: "completed" }]);
    expect(readFileSync(count, "utf8")).toBe("run\n");
  });

  test("is not ended early by a clock that is set forward", async () => {
    let now = Date.now();
    vi.spyOn(Date, "now").mockImplementation(() => (now += 86_400_000));
    onTestFinished(() => void vi.restoreAllMocks());
    expect(await run(script("exit 0"))).toEqual({ status: "completed" });
  });

  test("leaves nothing behind once its result is recorded", async () => {
    const runsFolder = join(folder, "forgotten-runs");
    const provisioner = provisionerOf(script("exit 0"), { runsFolder });
    const { signal } = new AbortController();
    await provisioner.run({ computer, step, attempt: 7, traceparent, signal });
    expect(readdirSync(runsFolder)).toHaveLength(1);
    await provisioner.forget?.({ computer, step, attempt: 7, traceparent, signal });
    expect(readdirSync(runsFolder)).toEqual([]);
  });

  test("may leave a daemon running that keeps its output open", async () => {
    const pid = join(folder, "daemon");
    expect(await run(script(`sleep 300 & echo $! > ${pid}`))).toEqual({ status: "completed" });
    process.kill(Number(readFileSync(pid, "utf8")), "SIGKILL");
  });
});
