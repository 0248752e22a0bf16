import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { readDescription } from "@compute-host/openapi/read-api";

// Writes the description as JSON to `dist`. It has no references to other files, so nothing needs bundling.
const fileOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const description = await readDescription(fileOf("openapi.yaml"));
await mkdir(fileOf("dist"), { recursive: true });
await writeFile(fileOf("dist/openapi.json"), `${JSON.stringify(description, undefined, 2)}\n`);
