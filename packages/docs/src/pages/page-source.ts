import { readFileSync } from "node:fs";
import { readSamples } from "../reference/samples.ts";
import { helpOf } from "./command-line-page.ts";

/** Reads a file of the folder `content`. */
export function readContent(file: string): string {
  return readFileSync(new URL(`../../content/${file}`, import.meta.url), "utf8");
}

/**
 * Replaces lines with files: `{{sample listComputers curl}}` with a sample of an operation, and
 * `{{include guides/errors.ts}}` with a program, by its path from `content`. Drops the mark of commands that a test runs.
 */
export function withFiles(text: string): string {
  return text
    .replaceAll(/^( *```sh) run.*$/gm, "$1")
    .replaceAll(/^\{\{sample (\S+) (\S+)\}\}$/gm, (line, operationId: string, key: string) => {
      const sample = readSamples(operationId).find((one) => one.key === key);
      if (sample === undefined) throw new Error(`There is no sample for ${line}.`);
      return fenced(sample.language, `${operationId} in ${sample.title}`, sample.code);
    })
    .replaceAll(/^\{\{include (\S+)\}\}$/gm, (_line, file: string) =>
      fenced(file.split(".").at(-1) ?? "", "Program", readContent(file)),
    )
    .replaceAll(/^\{\{help (.+)\}\}$/gm, (_line, command: string) =>
      helpOf(new RegExp(`^${command}$`)).replace(/^## .*\n+/, ""),
    );
}

function fenced(language: string, title: string, code: string): string {
  return `\`\`\`${language} ${title}\n${code.trimEnd()}\n\`\`\``;
}
