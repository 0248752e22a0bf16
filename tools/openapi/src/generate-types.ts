#!/usr/bin/env node
/** Writes packages/types/src/*.gen.ts from the spec; with `--check` only compares. */
import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { writeOrCheck } from "./generated-file.ts";
import { interfacesSource } from "./interfaces-source.ts";
import { typesSource } from "./types-source.ts";

const command = "pnpm generate";
const spec = parse(await readFile(new URL(import.meta.resolve("@compute-host/spec/openapi.yaml")), "utf8"));
const files = [
  {
    url: new URL("../../../packages/types/src/openapi.gen.ts", import.meta.url),
    text: await typesSource(spec, command),
    command,
  },
  {
    url: new URL("../../../packages/types/src/interfaces.gen.ts", import.meta.url),
    text: await interfacesSource(spec, command),
    command,
  },
];
await writeOrCheck(files, process.argv.slice(2));
