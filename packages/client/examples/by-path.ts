import { createClient as createApi } from "@compute-host/client/openapi-fetch";

const { data, error } = await createApi().GET("/api/v0/computers");
console.log(data?.computers.length ?? error?.title);
