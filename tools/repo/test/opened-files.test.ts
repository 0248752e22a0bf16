import { expect, test } from "vitest";
import { hashCovers, parseDryRun } from "../src/checks/task-inputs.ts";
import { openedFiles, unhashedReads } from "./opened-files.ts";

const trace = `
7  openat(AT_FDCWD</r/packages/one>, "/r/packages/one/src/a.ts", O_RDONLY|O_CLOEXEC) = 21</r/packages/one/src/a.ts>
8  openat(AT_FDCWD</r/packages/one>, "../two/dist/b.js", O_RDONLY <unfinished ...>
7  openat(AT_FDCWD</r/packages/one>, "node_modules/two/README.md", O_RDONLY|O_CLOEXEC) = 22</r/packages/two/README.md>
8  <... openat resumed>) = 23</r/packages/two/dist/b.js>
7  openat(AT_FDCWD</r/packages/one>, "src", O_RDONLY|O_NONBLOCK|O_CLOEXEC|O_DIRECTORY) = 24</r/packages/one/src>
7  openat(AT_FDCWD</r/packages/one>, "dist/a.js", O_WRONLY|O_CREAT|O_TRUNC|O_CLOEXEC, 0666) = 25</r/packages/one/dist/a.js>
7  openat(AT_FDCWD</r/packages/one>, "dist/a.js", O_RDONLY|O_CLOEXEC) = 25</r/packages/one/dist/a.js>
9  open("/r/node_modules/three/index.js", O_RDONLY) = 26</r/node_modules/three/index.js>
7  openat(AT_FDCWD</r>, "/r/packages/one/src/a.ts", O_RDONLY|O_CLOEXEC) = 27</r/packages/one/src/a.ts>
9  openat2(AT_FDCWD</r>, "/r/LICENSE", {flags=O_RDONLY|O_CLOEXEC, resolve=0}, 24) = 28</r/LICENSE>
`;

test("reads a trace: every file that was there before, once, by its real path; no folder", () => {
  expect(openedFiles(trace)).toEqual([
    "/r/packages/one/src/a.ts",
    "/r/packages/two/README.md",
    "/r/packages/two/dist/b.js",
    "/r/node_modules/three/index.js",
    "/r/LICENSE",
  ]);
});

const tracked = ["packages/one/src/a.ts", "packages/two/README.md", "packages/two/src/b.ts", "LICENSE"];
const repository = {
  root: "/r",
  isTracked: (file: string) => tracked.includes(file),
  isOutput: (file: string) => file.startsWith("packages/two/dist/"),
};

/** What a task `one#build` read unhashed that hashes these files of its own, after `two#build` if it depends on that. */
function unhashed(own: readonly string[], ...dependencies: string[]): string[] {
  const task = { command: "node build.ts", resolvedTaskDefinition: { cache: true } };
  const inputs = Object.fromEntries(own.map((file) => [file, "hash"]));
  const tasks = parseDryRun(
    JSON.stringify({
      globalCacheInputs: { files: { LICENSE: "hash" } },
      tasks: [
        { ...task, taskId: "one#build", directory: "packages/one", inputs, outputs: null, dependencies },
        {
          ...task,
          taskId: "two#build",
          directory: "packages/two",
          inputs: { "src/b.ts": "hash" },
          outputs: ["dist/**"],
          dependencies: [],
        },
      ],
    }),
  );
  return unhashedReads(openedFiles(trace), repository, hashCovers(tasks, "one#build"));
}

test("names a tracked file and another task's output that a task reads and does not hash", () => {
  expect(unhashed(["src/a.ts", "../two/README.md"], "two#build")).toEqual([]);
  expect(unhashed(["src/a.ts"], "two#build")).toEqual(["packages/two/README.md"]);
  expect(unhashed(["../two/README.md"], "two#build")).toEqual(["packages/one/src/a.ts"]);
  expect(unhashed(["src/a.ts", "../two/README.md"])).toEqual(["packages/two/dist/b.js"]);
});
