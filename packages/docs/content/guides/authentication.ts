import { createClient } from "@compute-host/client";

let kept = "";

const client = createClient({
  async token({ refresh, signal }) {
    if (kept === "" || refresh) {
      // Stands for the request to your identity provider.
      signal.throwIfAborted();
      kept = process.env.COMPUTE_HOST_TOKEN ?? "";
    }
    return kept;
  },
});
const { computers } = await client.computers.list();
console.log(computers.length);
