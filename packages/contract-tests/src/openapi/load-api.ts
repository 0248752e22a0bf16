import { type Api, rulesOf } from "@compute-host/openapi/model";
import generated from "./api.gen.json" with { type: "json" };
import { type ContractApi, createContractApi } from "./contract-api.ts";
import type { RuleId } from "./rules.gen.ts";

/** Loads the interface's description as of this package's build. */
export function loadApi(): ContractApi {
  // Skip the inferred type of a file this large; the model has its own type.
  const api = generated as unknown as Api;
  return createContractApi(
    api,
    rulesOf(api.document).map(({ id }) => id as RuleId),
  );
}
