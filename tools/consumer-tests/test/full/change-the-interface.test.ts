import { delimiter, join } from "node:path";
import { runOrThrow, runProcess, StartedProcess } from "@compute-host/command-line/process";
import { gitOfTests, hasProgram } from "@compute-host/command-line/testing";
import { readContent } from "@compute-host/docs/page-source";
import { WorkspaceCopy } from "@compute-host/openapi/workspace-copy";
import { freePort } from "@compute-host/server/free-port";
import { expect, onTestFinished, test } from "vitest";

/** The blocks of the guide, which a reader follows from the first to the last. */
const blocks = [
  ...readContent("guides/change-the-interface.md").matchAll(/^```(diff|sh|text)\n(.*?)^```$/gms),
].map(([, language, text = ""]) => ({ language, text }));

/** The tests that are red without the new case, instead of all. */
const nearestTests =
  "cd packages/contract-tests && node_modules/.bin/vitest run test/matrix.test.ts test/client/conformance.test.ts";

test.skipIf(!hasProgram("curl"))("the guide to a first change shows what its commands print", async () => {
  const copy = new WorkspaceCopy();
  onTestFinished(() => copy.remove());
  const bin = join(copy.folder, "node_modules/.bin");
  const options = {
    cwd: copy.folder,
    env: { ...gitOfTests, PATH: `${bin}${delimiter}${process.env.PATH}`, TURBO_TELEMETRY_DISABLED: "1" },
  };
  // The gate compares with the commit.
  await runOrThrow("sh", ["-c", "git init -q -b main && git add -A && git commit -q -m base"], options);
  const port = String(await freePort());

  for (const [index, { language, text }] of blocks.entries()) {
    // pnpm refuses the linked modules of the copy.
    const command = text
      .replaceAll("4011", port)
      .replace(/^npm test$/m, nearestTests)
      .replace(
        "pnpm --filter @compute-host/contract-tests mutants",
        "node packages/contract-tests/mutants/mutants.ts",
      );
    if (language === "diff") for (const edit of editsOf(text)) copy.edit(edit);
    else if (command.startsWith("npm run mock")) {
      const mock = new StartedProcess("bash", ["-c", `exec ${command}`], { ...options, detached: true });
      onTestFinished(() => void process.kill(-(mock.child.pid ?? 0), "SIGKILL"));
      await mock.prints(/listening on/);
    } else if (language === "sh") {
      const { exitCode, stdout, stderr } = await runProcess("bash", ["-c", command], options);
      const shown = blocks[index + 1];
      if (shown?.language === "text") expect.soft(stdout, `${command}\n${stderr}`).toBe(shown.text);
      else expect(exitCode, stdout + stderr).toBe(0);
    }
  }
});

/** The edits of a block in which each file begins with its name, and has `@@` between its places. */
function editsOf(diff: string): { file: string; find: string; put: string }[] {
  return diff.split(/^(?=\+\+\+ )/m).flatMap(editsOfFile);
}

function editsOfFile(diff: string): { file: string; find: string; put: string }[] {
  const [, file = "", changes = ""] = /^\+\+\+ (\S+)\n(.*)/s.exec(diff) ?? [];
  const side = (place: string, other: string) =>
    place
      .split("\n")
      .filter((line) => !line.startsWith(other))
      .map((line) => line.slice(1))
      .join("\n");
  return changes.split("@@\n").map((place) => ({ file, find: side(place, "+"), put: side(place, "-") }));
}
