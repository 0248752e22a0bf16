import * as client from "@compute-host/client";
import * as openApiFetch from "@compute-host/client/openapi-fetch";
import * as queries from "@compute-host/client/queries";
import * as schemas from "@compute-host/client/schemas";
import * as testing from "@compute-host/client/testing";

export const entryPoints = { client, openApiFetch, queries, schemas, testing };
