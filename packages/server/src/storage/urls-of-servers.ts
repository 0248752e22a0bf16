/**
 * The URLs of the servers that the URL of a PostgreSQL database names, as libpq reads them: `postgres://ada@one:5433,two/db` has
 * two. An omitted host means this machine.
 */
export function urlsOfServers(url: string): readonly string[] {
  const [all = "", start, hosts = ""] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)/.exec(url) ?? [];
  const rest = url.slice(all.length);
  // libpq lets the host out where a parameter names the folder of a Unix socket.
  const named = hosts.includes(",") ? hosts : hosts.replace(/^(?=:|$)/, "localhost");
  return named.split(",").map((host) => `${start}${host}${rest}`);
}
