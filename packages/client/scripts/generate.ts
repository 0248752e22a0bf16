/** Writes the licences of the packages that the client bundles; with `--check` only compares. */
import { writeOrCheck } from "@compute-host/openapi/generated-file";
import { thirdPartySource } from "./third-party-source.ts";

const url = new URL("../THIRD-PARTY-LICENSES.txt", import.meta.url);
await writeOrCheck([{ url, text: await thirdPartySource() }]);
