import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { StartedProcess } from "@compute-host/command-line/process";
import { freePort } from "../cluster/free-port.ts";
import { missingProgram } from "./programs.ts";

const example = (name: string) =>
  readFileSync(new URL(`../../../examples/operator/${name}`, import.meta.url), "utf8");
const tls = (name: string) => fileURLToPath(new URL(`postgres/connections/tls/${name}`, import.meta.url));

/** A proxy whose configuration `examples/operator` has; Debian has a package of the same name. */
export interface ShippedProxy {
  readonly name: string;
  /** Why this machine cannot run it. */
  readonly missing?: string;
  /** Starts it in front of these origins, and resolves to its own; `folder` is a temporary one. */
  start(file: string, folder: string, nodes: readonly string[]): Promise<RunningProxy>;
}

/** A proxy that ends with its test. */
export interface RunningProxy extends AsyncDisposable {
  readonly url: string;
}

const hostsOf = (nodes: readonly string[]) => nodes.map((node) => new URL(node).host);

/** Caddy, on plain HTTP. */
export const caddy: ShippedProxy = {
  name: "Caddy",
  ...missingProgram("caddy", ["version"], "caddy"),
  async start(file, folder, nodes) {
    const url = `http://127.0.0.1:${await freePort()}`;
    const config = join(folder, "Caddyfile");
    writeFileSync(config, `{\n\tadmin off\n}\n${example(file)}`);
    const hosts = hostsOf(nodes).join(" ");
    const started = new StartedProcess("caddy", ["run", "--config", config, "--adapter", "caddyfile"], {
      env: { SITE: url, NODE: hosts, NODES: hosts, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    });
    await started.prints(/serving initial configuration/);
    return { url, [Symbol.asyncDispose]: async () => void (await started.stop("SIGTERM")) };
  },
};

/** nginx, with the TLS certificate of the tests. */
export const nginx: ShippedProxy = {
  name: "nginx",
  ...missingProgram("nginx", ["-v"], "nginx-light"),
  async start(file, folder, nodes) {
    const port = await freePort();
    const servers = hostsOf(nodes).map((host) => `server ${host};`);
    const site = example(file)
      .replace("listen 443", `listen 127.0.0.1:${port}`)
      .replace(/server 127\.0\.0\.1:4010;/, servers.join(" "))
      .replace(/(ssl_certificate) .*;/, `$1 ${tls("server.crt")};`)
      .replace(/(ssl_certificate_key) .*;/, `$1 ${tls("server.key")};`);
    const config = join(folder, "nginx.conf");
    const lines = ["daemon off;", "pid nginx.pid;", "error_log stderr notice;", "events {}"];
    const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (name) => `${name}_temp_path ${name};`,
    );
    writeFileSync(config, [...lines, "http {", "access_log off;", ...paths, site, "}"].join("\n"));
    const started = new StartedProcess("nginx", ["-p", folder, "-c", config]);
    await started.prints(/start worker process/);
    const url = `https://127.0.0.1:${port}`;
    return { url, [Symbol.asyncDispose]: async () => void (await started.stop("SIGTERM")) };
  },
};
