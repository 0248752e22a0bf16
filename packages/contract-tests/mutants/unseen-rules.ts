import type { RuleId } from "../src/openapi/rules.gen.ts";

/** The rules that no request can show to be broken, with the reason. */
export const unseenRules: Readonly<Partial<Record<RuleId, string>>> = {
  "how-to-read-this-document": "It says how to read the description.",
  "events#1": "v0 has no operation to test.",
  "versioning#1": "spec-gate compares each version with the previous one.",
  Computers: "It lists what a computer has; its schema says the same.",
  "Computers#1": "It says what a computer is, not what a service sends.",
  "retryInstallDeps#2": "An operator does it, not a request. The service's own tests show it.",
  InternalError: "No request can make a correct service fail.",
  "InternalError#1": "No request can make a correct service fail.",
  "Computer.providerType#1": "It says what the values mean, not what a service sends.",
};
