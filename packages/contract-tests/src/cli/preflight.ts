import { UsageError } from "@compute-host/command-line";
import { exchange, NoResponseError } from "../http/exchange.ts";
import type { ContractApi } from "../openapi/contract-api.ts";
import type { Target } from "../targets/target.ts";

/**
 * Detects problems that would make every case fail, such as a wrong address or token, before the first case.
 *
 * @throws UsageError if something is wrong, with what to do
 */
export async function checkTarget(target: Target, api: ContractApi): Promise<void> {
  await checkToken(target, api, "CONTRACT_TOKEN");
  const { otherToken } = target;
  if (otherToken) await checkToken({ ...target, token: otherToken }, api, "CONTRACT_OTHER_TOKEN");
  for (const id of target.computers ?? []) {
    const operation = api.operation("getComputer");
    const request = { operation, path: { computerId: id } };
    const { status } = await exchange(target, request);
    if (status === 404) {
      throw new UsageError(`The owner of CONTRACT_TOKEN has no computer ${id}; see --computers.`);
    }
  }
}

async function checkToken(target: Target, api: ContractApi, name: string): Promise<void> {
  const operation = api.operation("listComputers");
  const { status, url, headers } = await exchange(target, { operation }).catch(explain);
  const address = target.baseUrl + url;
  if (status === 401 || status === 403) throw new UsageError(`${address} refuses ${name} with ${status}.`);
  if (status === 404) throw new UsageError(`There is nothing at ${address} (404): check --base-url.`);
  if (status >= 300 && status < 400) {
    throw new UsageError(`${address} redirects to ${headers.get("location")}: check --base-url.`);
  }
}

function explain(error: unknown): never {
  if (!(error instanceof NoResponseError)) throw error;
  if (/CERT|SIGNATURE|VERIFY/.test(error.message)) {
    throw new UsageError(
      `${error.message} Name the certificate of your authority in NODE_EXTRA_CA_CERTS, which Node.js then trusts.`,
    );
  }
  if (/ broke off /.test(error.message)) throw new UsageError(error.message);
  throw new UsageError(`${error.message} Is the service running, and is --base-url its address?`);
}
