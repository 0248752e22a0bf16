/** What the fuzzer takes from the contract suite, in one place. */
export { checkResponse } from "../conformance/response-checks.ts";
export { invalidData, type MutatorName, mutators, type ObjectSchema } from "../data/mutators.ts";
export { validData } from "../data/valid-data.ts";
export { type ContractRequest, type Exchange, exchange } from "../http/exchange.ts";
export { type ApiSpec, createApiSpec } from "../spec/api-spec.ts";
export type { Operation } from "../spec/operations.ts";
export { loadSpecDocument, type SpecDocument } from "../spec/spec-document.ts";
export { sampleComputers } from "../targets/sample-computers.ts";
export { startServiceTarget } from "../targets/service-target.ts";
export type { Target } from "../targets/target.ts";
