import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isNode, LineCounter, parseDocument } from "yaml";
import type { ContractApi } from "../src/openapi/contract-api.ts";
import { gapsOf, type Matrix } from "./matrix.ts";

const lines = new LineCounter();
const specFile = fileURLToPath(import.meta.resolve("@compute-host/spec/openapi.yaml"));
const spec = parseDocument(readFileSync(specFile, "utf8"), { lineCounter: lines });

/** Returns the gaps of a matrix, each with the line of its rule. */
export function shownGaps(api: ContractApi, matrix: Matrix): string[] {
  return gapsOf(matrix).map(({ rule, message }) => `${placeOf(api, rule)}: ${rule}: ${message}`);
}

/** Returns the line of a rule in the description. */
export function placeOf(api: ContractApi, rule: string): string {
  const keys = (api.rules.get(rule)?.pointer ?? "").split("/").slice(1);
  const node = spec.getIn(
    keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~")),
    true,
  );
  const start = isNode(node) ? node.range?.[0] : undefined;
  return start === undefined ? "spec/openapi.yaml" : `spec/openapi.yaml:${lines.linePos(start).line}`;
}
