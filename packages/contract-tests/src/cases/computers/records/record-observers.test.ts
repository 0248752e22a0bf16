import { apiOf } from "@compute-host/openapi";
import { tourDescription } from "@compute-host/openapi/tour";
import { expect, test } from "vitest";
import type { Exchange } from "../../../http/exchange.ts";
import { createContractApi } from "../../../openapi/contract-api.ts";
import type { Target } from "../../../targets/target.ts";
import { recordObserver } from "./record-observers.ts";

const api = createContractApi(apiOf(await tourDescription()));

test.each([
  ["replaceVolume", []],
  ["getComputer", ["a"]],
])("what %s returns adds the computers %j", (operationId, ids) => {
  const memory = new Map<string, unknown>();
  const operation = api.operation(operationId);
  const sentHeaders = [["authorization", "Bearer $CONTRACT_TOKEN"]];
  const exchange = { operation, status: 200, json: { id: "a", name: "b" }, sentHeaders };
  const { observe } = recordObserver(api, { lacks: {} } as Target, memory);
  observe(exchange as unknown as Exchange, { operation });
  expect([...(memory.get("ownIds") as Set<string>)]).toEqual(ids);
});
