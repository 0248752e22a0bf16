/** Loopback hosts: requests to them cross no network. The page's Content-Security-Policy lists the same hosts. */
const ownHosts = new Set(["127.0.0.1", "localhost"]);

/**
 * Parses the address of a service, without a trailing slash.
 *
 * @returns `undefined` if the field is empty
 * @throws Error saying what is wrong with it
 */
export function readAddress(text: string, pageOrigin: string): string | undefined {
  const given = text.trim();
  if (given === "") return undefined;
  if (!URL.canParse(given))
    throw new Error(`${given} is not an address, such as https://compute.example.com.`);
  const { protocol, hostname, origin, pathname, username, password, search, hash } = new URL(given);
  if (`${username}${password}${search}${hash}` !== "") {
    throw new Error("Leave credentials, the query and the fragment out of the address.");
  }
  const isSafe = protocol === "https:" || (protocol === "http:" && ownHosts.has(hostname));
  if (!isSafe && origin !== pageOrigin) {
    throw new Error(
      "Begin the address with https://, or with http://127.0.0.1 or http://localhost for this machine. " +
        "A token must not cross a network unencrypted.",
    );
  }
  return origin + pathname.replace(/\/+$/, "");
}

/** Whether this is the text of a service's `/readyz`; a static host may return a page for any path. */
export function saysReady(text: string): boolean {
  return text.split("\n", 1)[0] === "ready";
}
