import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const file = fileURLToPath(import.meta.resolve("@compute-host/spec/openapi.json"));
const spec = JSON.parse(readFileSync(file, "utf8"));
console.log(spec.info.version, Object.keys(spec.paths));
