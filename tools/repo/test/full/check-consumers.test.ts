import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runOrThrow, runProcess } from "@compute-host/command-line/process";
import { gitOfTests } from "@compute-host/command-line/testing";
import { expect, onTestFinished, test } from "vitest";

const script = fileURLToPath(new URL("../../src/witnesses/check-consumers.ts", import.meta.url));
const types = fileURLToPath(new URL("../../node_modules/@types", import.meta.url));
const readme = `# Client

\`\`\`ts
import { rename } from "@compute-host/client";
\`\`\`

\`\`\`ts
rename("a", "b");
\`\`\`
`;
const files = {
  "packages/client/package.json": `{ "name": "@compute-host/client", "type": "module", "exports": "./index.ts" }`,
  "packages/client/index.ts": "export function rename(id: string, name: string): void {}\n",
  "packages/client/README.md": readme,
  "tools/consumer-tests/package.json": `{ "name": "consumer-tests", "type": "module" }`,
  "tools/consumer-tests/tsconfig.json": `{ "compilerOptions": { "module": "nodenext", "strict": true, "noEmit": true } }`,
  "tools/consumer-tests/consumers/types.ts": `import { rename } from "@compute-host/client";
rename("a", "b");
// @ts-expect-error: there is no third argument
rename("a", "b", true);
`,
  "tools/consumer-tests/consumers/mistakes.ts":
    'import { rename } from "@compute-host/client";\nrename(1);\n',
  ".gitignore": "node_modules\nreports\n",
};
const addition = {
  "packages/client/index.ts": "export function rename(id: string, name: string, isNew?: boolean): void {}\n",
};
const change = {
  "packages/client/index.ts": "export function rename(id: string, options: { name: string }): void {}\n",
};

const advice = "Fix it, or announce it by a commit such as `feat(client)!: ...`.";

test.each([
  ["main", "fix(client): options", 1, `Programs of main no longer compile. ${advice}`],
  ["@compute-host/client@0.1.0", "feat(client)!: options", 0, 'Announced by "feat(client)!: options".'],
])(
  "programs of %s that no longer compile need a commit that says so: %s",
  async (base, subject, code, last) => {
    const root = await mkdtemp(join(tmpdir(), "consumers-"));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    const git = (...args: string[]) => runOrThrow("git", args, { cwd: root, env: gitOfTests });
    const commit = async (changed: Readonly<Record<string, string>>, message: string) => {
      for (const [file, text] of Object.entries(changed)) {
        await mkdir(dirname(join(root, file)), { recursive: true });
        await writeFile(join(root, file), text);
      }
      await git("add", "--all");
      await git("commit", "--quiet", "--message", message);
    };
    const check = async () => {
      const { exitCode, stdout, stderr } = await runProcess(process.execPath, [script, root]);
      return { exitCode, output: stdout + stderr };
    };

    await git("init", "--quiet", "--initial-branch=main");
    await commit(files, "feat: client");
    const modules = join(root, "tools/consumer-tests/node_modules");
    await mkdir(join(modules, "@compute-host"), { recursive: true });
    await symlink(join(root, "packages/client"), join(modules, "@compute-host/client"));
    await symlink(types, join(modules, "@types"));
    expect(await check()).toEqual({ exitCode: 0, output: "All 2 programs of the last commit compile.\n" });

    if (base === "main") await git("switch", "--quiet", "--create", "options");
    else await git("tag", base);
    await commit({ "packages/client/README.md": "# Client\n" }, "docs: no program");
    await commit(addition, "feat(client): an argument");
    expect(await check()).toEqual({ exitCode: 0, output: `All 2 programs of ${base} compile.\n` });
    await commit(change, subject);
    const { exitCode, output } = await check();
    expect(output.match(/^\S+: error TS2345/gm)).toEqual([
      "packages/client/README.md-1.ts(8,13): error TS2345",
      "tools/consumer-tests/consumers/types.ts-1.ts(2,13): error TS2345",
    ]);
    expect(output.trim().split("\n").at(-1)).toBe(last);
    expect(exitCode).toBe(code);
  },
);
