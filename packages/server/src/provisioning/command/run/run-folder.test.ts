import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../../test/temporary-folder.ts";
import { outputFileOf } from "./run-folder.ts";

/** Reads what a command wrote in a process that can open no more files. */
const reader = `
  import { closeSync, openSync } from "node:fs";
  const { writtenOutput } = await import(process.argv[1]);
  const read = () => {
    try {
      return writtenOutput(process.argv[2]);
    } catch (error) {
      return error.code ?? error.message;
    }
  };
  const files = [];
  try {
    for (;;) files.push(openSync("/dev/null"));
  } catch {}
  const refused = read();
  for (const file of files) closeSync(file);
  console.log(JSON.stringify([refused, read()]));
`;

test.runIf(process.platform === "linux").each([
  ["a file", "echo {} >", "{}\n"],
  ["a pipe", "mkfifo", "it is not a file"],
])("while no file can be opened, %s that a command wrote is not judged", (_what, make, later) => {
  const folder = temporaryFolder();
  mkdirSync(`${folder}/made`);
  spawnSync("/bin/sh", ["-c", `${make} '${outputFileOf(folder)}'`]);
  const module = fileURLToPath(new URL("./run-folder.ts", import.meta.url));
  const args = ["--nofile=64:64", process.execPath, "--input-type=module", "-e", reader, module, folder];
  const { stdout, stderr } = spawnSync("prlimit", args, { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual(["EMFILE", later]);
});
