import { remoteTarget, runContract } from "@compute-host/contract-tests";

const target = remoteTarget({
  baseUrl: process.env.COMPUTE_HOST_URL ?? "",
  token: process.env.COMPUTE_HOST_TOKEN ?? "",
});
const { outcomes } = await runContract(target);
console.log(outcomes.length);
