import { fileURLToPath } from "node:url";
import { runBin } from "../run-bin.ts";
import type { Probe } from "./probe.ts";

const folder = fileURLToPath(new URL("./typos", import.meta.url));

/** What the compiler refuses in the client's file of `typos/`, which has three misspellings. */
export const typoProbe: Probe = {
  title: "A misspelt parameter, body field and option",
  expected: "3 of 3 refused",
  async run(subject) {
    // A client that is generated exists once it was created.
    await subject.create({ baseUrl: "http://service.example" });
    const output = await runBin("tsc", ["--project", folder, "--pretty", "false"], folder);
    const errors = output.matchAll(new RegExp(`^${subject.typos}\\.ts\\((\\d+),\\d+\\): error`, "gm"));
    return `${new Set([...errors].map(([, line]) => line)).size} of 3 refused`;
  },
};
