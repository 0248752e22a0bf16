#!/usr/bin/env node
/** Writes packages/types/src/openapi.gen.ts from the spec; with `--check` only compares. */
import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { writeOrCheck } from "./generated-file.ts";
import { typesSource } from "./types-source.ts";

const command = "pnpm generate";
const spec = parse(await readFile(new URL(import.meta.resolve("@compute-host/spec/openapi.yaml")), "utf8"));
const url = new URL("../../../packages/types/src/openapi.gen.ts", import.meta.url);
await writeOrCheck([{ url, text: await typesSource(spec, command), command }], process.argv.slice(2));
