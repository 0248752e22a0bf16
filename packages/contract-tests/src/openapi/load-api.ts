import type { Api } from "@compute-host/openapi/model";
import generated from "./api.gen.json" with { type: "json" };
import { type ContractApi, createContractApi } from "./contract-api.ts";

/** Loads the interface's description as of this package's build. */
export function loadApi(): ContractApi {
  // Skip the inferred type of a file this large; the model has its own type.
  return createContractApi(generated as unknown as Api);
}
