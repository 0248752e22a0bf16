import type { Api } from "@compute-host/openapi/model";
import generated from "./api.gen.json" with { type: "json" };
import { type ContractApi, createContractApi } from "./contract-api.ts";

/** The interface's description, as it was when this package was built. */
export function loadApi(): ContractApi {
  // The file is as large as the description: its inferred type says nothing that the model does not.
  return createContractApi(generated as unknown as Api);
}
