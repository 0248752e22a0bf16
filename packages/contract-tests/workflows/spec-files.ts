import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** Path of the description under test. */
export const specFile = fileURLToPath(import.meta.resolve("@compute-host/spec/openapi.yaml"));

/** Path of its workflows. */
export const workflowsFile = fileURLToPath(import.meta.resolve("@compute-host/spec/workflows.arazzo.yaml"));

/** The folder of both. */
export const specFolder = dirname(specFile);
