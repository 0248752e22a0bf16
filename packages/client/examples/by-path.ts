import { createClient as createApi } from "@compute-host/client/openapi-fetch";

const { COMPUTE_HOST_URL: baseUrl = "", COMPUTE_HOST_TOKEN: token = "" } = process.env;
const { data, error } = await createApi({ baseUrl, token }).GET("/api/v0/computers");
console.log(data?.computers.length ?? error?.title);
