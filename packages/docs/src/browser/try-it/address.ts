/** Hosts of this machine: what is sent to them crosses no network. The page's Content-Security-Policy has the same ones. */
const ownHosts = new Set(["127.0.0.1", "localhost"]);

/**
 * Reads the address of a service, without a slash at its end.
 *
 * @returns `undefined` where nothing is given
 * @throws Error saying what is wrong with it
 */
export function readAddress(text: string, pageOrigin: string): string | undefined {
  const given = text.trim();
  if (given === "") return undefined;
  if (!URL.canParse(given)) throw new Error(`${given} is not an address, such as http://127.0.0.1:4010.`);
  const { protocol, hostname, origin, pathname, username, password, search, hash } = new URL(given);
  if (`${username}${password}${search}${hash}` !== "") {
    throw new Error("Leave credentials, the query and the fragment out of the address.");
  }
  const isSafe = protocol === "https:" || (protocol === "http:" && ownHosts.has(hostname));
  if (!isSafe && origin !== pageOrigin) {
    throw new Error(
      "An address begins with https://, or with http://127.0.0.1 or http://localhost for this machine: a token must not cross a network unencrypted.",
    );
  }
  return origin + pathname.replace(/\/+$/, "");
}
