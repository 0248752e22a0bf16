import { expect, test } from "vitest";
import { checkDocument } from "./markdown.ts";

const workspace = {
  root: "/nowhere",
  files: ["README.md", "spec/openapi.yaml", "packages/client/README.md", "packages/client/src/index.ts"],
  packages: [
    { name: "compute-host", folder: ".", scripts: ["start"], commands: [], dependencies: [] },
    {
      name: "@compute-host/client",
      folder: "packages/client",
      scripts: ["bench"],
      commands: [],
      dependencies: [],
    },
  ],
};

test.each([
  ["a link to a file", "See [it](spec/openapi.yaml)."],
  ["a link to a folder", "See [it](packages/client)."],
  ["an external link", "See [it](https://example.com/missing)."],
  ["a link to a heading", "# Some Thing\n\nSee [above](#some-thing)."],
  ["a path in code", "Open `packages/client/src/index.ts`."],
  ["a built file", "Open `packages/client/dist/index.js`."],
  ["a script", "Run `pnpm start`."],
  ["a script of a package", "```sh\npnpm --filter @compute-host/client bench\n```"],
  ["a script of a folder", "Run `npm run bench --prefix packages/client -- --all`."],
  ["a command of the package manager", "```sh\nnpm install --save-dev x\npnpm install\n```"],
])("accepts %s that exists", async (_name, text) => {
  expect(await checkDocument(workspace, "README.md", text)).toEqual([]);
});

test.each([
  ["a link", "See [it](spec/gone.yaml).", "README.md:1 links to spec/gone.yaml, which does not exist"],
  ["a heading", "\nSee [above](#gone).", "README.md:2 links to #gone, but there is no such heading"],
  ["a path in code", "Open `tools/gone.ts`.", "README.md:1 names tools/gone.ts, which does not exist"],
  ["a script", "Run `pnpm gone`.", "README.md:1 names `pnpm gone`, but ./package.json has no such script"],
  [
    "a script of a package",
    "```sh\npnpm --filter @compute-host/client gone\n```",
    "README.md:1 names `pnpm gone`, but packages/client/package.json has no such script",
  ],
  [
    "a script of a folder",
    "Run `npm start --prefix packages/client`.",
    "README.md:1 names `npm start`, but packages/client/package.json has no such script",
  ],
  [
    "a package",
    "```sh\npnpm --filter @compute-host/gone test\n```",
    "README.md:1 names the package @compute-host/gone, which does not exist",
  ],
])("reports %s that does not exist with its line", async (_name, text, problem) => {
  expect(await checkDocument(workspace, "README.md", text)).toEqual([problem]);
});
