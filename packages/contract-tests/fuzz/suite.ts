/** Everything that the fuzzer uses from the contract suite. */
export { jsonContentOf, type Operation } from "@compute-host/openapi/model";
export { checkResponse, missingHeadersOf } from "../src/conformance/response-checks.ts";
export { invalidData, mutators, type ObjectSchema } from "../src/data/mutators.ts";
export { validData } from "../src/data/valid-data.ts";
export { type ContractRequest, type Exchange, exchange } from "../src/http/exchange.ts";
export type { ContractApi } from "../src/openapi/contract-api.ts";
export { loadApi } from "../src/openapi/load-api.ts";
export type { Target } from "../src/targets/target.ts";
export { sampleComputers } from "../test/targets/sample-computers.ts";
export { startServiceTarget } from "../test/targets/service-target.ts";
