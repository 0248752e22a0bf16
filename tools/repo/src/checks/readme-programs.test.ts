import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkReadmePrograms, writeReadmePrograms } from "./readme-programs.ts";

const sample = 'console.log("list");\n';
const fence = (text: string) => `\`\`\`ts\n${text}\`\`\`\n`;
const from = (file: string, text: string) => `<!-- from ${file} -->\n${fence(text)}`;

let root: string;
const workspace = () => ({ root, files: ["README.md", "packages/client/README.md"], packages: [] });
const write = async (file: string, text: string) => {
  await mkdir(dirname(join(root, file)), { recursive: true });
  await writeFile(join(root, file), text);
};

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "readme-programs-"));
  await write("samples/list.ts", sample);
  await write("README.md", from("samples/list.ts", sample));
});
afterEach(() => rm(root, { recursive: true }));

test("accepts a program that equals its file", async () => {
  await write("packages/client/README.md", `# Client\n\n\`\`\`sh\nnpm start\n\`\`\`\n`);
  expect(await checkReadmePrograms(workspace())).toEqual([]);
});

test.each([
  ["a changed program", from("samples/list.ts", "changed();\n"), "differs from samples/list.ts"],
  ["a missing file", from("samples/gone.ts", sample), "names samples/gone.ts, which does not exist"],
  ["a program without a file", fence(sample), "shows a program without naming the file it is from"],
])("reports %s with its place", async (_what, program, problem) => {
  await write("packages/client/README.md", `# Client\n\n${program}`);
  expect(await checkReadmePrograms(workspace())).toEqual([`packages/client/README.md:3 ${problem}`]);
});

test("writing updates every program from its file, and keeps the rest unchanged", async () => {
  const text = (code: string) =>
    `# Client\n\nFirst:\n\n${from("samples/list.ts", code)}\nThen $& and $1 stay.\n`;
  await write("packages/client/README.md", text("changed();\n"));
  await writeReadmePrograms(workspace());
  expect(await readFile(join(root, "packages/client/README.md"), "utf8")).toBe(text(sample));
  expect(await checkReadmePrograms(workspace())).toEqual([]);
});
