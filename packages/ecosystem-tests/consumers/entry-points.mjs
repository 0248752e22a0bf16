import * as client from "@compute-host/client";
import * as raw from "@compute-host/client/raw";
import * as schemas from "@compute-host/client/schemas";
import * as testing from "@compute-host/client/testing";

export const entryPoints = { client, raw, schemas, testing };
