import { apiOf } from "@compute-host/openapi";
import { type ContractApi, createContractApi } from "./contract-api.ts";
import { description } from "./description.ts";

/** Loads the interface's description: that of this package's build, or of the clone that it runs in. */
export function loadApi(): ContractApi {
  return createContractApi(apiOf(description));
}
