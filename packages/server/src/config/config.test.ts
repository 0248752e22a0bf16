import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { ConfigError, isLoopback, readConfig, withoutSettings } from "./config.ts";
import { type Setting, settings, variableOf } from "./settings.ts";

const table = Object.entries(settings) as [string, Setting<unknown>][];

const read = (environment: Record<string, string>) =>
  readConfig({ COMPUTE_HOST_PROVISIONER: "simulated", ...environment });

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    read(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe("the configuration", () => {
  test("treats an empty variable as unset", () => {
    expect(read({ COMPUTE_HOST_PORT: "", COMPUTE_HOST_HOST: "  " })).toEqual(read({}));
  });

  test("does not simulate provisioning unless it is a sandbox or told to", () => {
    expect(() => readConfig({})).toThrow(
      "COMPUTE_HOST_PROVISIONER must be set to one of simulated, command, because only a sandbox simulates",
    );
    expect(readConfig({}, { isSandbox: true }).provisioner).toBeUndefined();
    expect(() => readConfig({}, { only: ["databaseUrl"] })).not.toThrow();
  });

  describe("of a shutdown while a command runs", () => {
    const command = { COMPUTE_HOST_PROVISIONER: "command", COMPUTE_HOST_PROVISIONER_COMMAND: "/opt/step" };
    const memory = { DATABASE_URL: "sqlite::memory:" };
    const postgres = { DATABASE_URL: "postgres://host/database" };

    test.each([
      [{}, false, "leave"],
      [{}, true, "wait"],
      [memory, false, "wait"],
      [postgres, false, "wait"],
      [{ COMPUTE_HOST_SHUTDOWN_STEPS: "leave" }, true, "leave"],
      [{ COMPUTE_HOST_SHUTDOWN_STEPS: "kill", ...postgres }, false, "kill"],
      [{ COMPUTE_HOST_PROVISIONER: "simulated" }, true, "kill"],
    ])("with %o, in a container %s, is %s", (environment, isContainer, mode) => {
      expect(readConfig({ ...command, ...environment }, { isContainer }).shutdownSteps).toBe(mode);
    });

    test.each([memory, postgres])(
      "leaves no command to a next start that could not take it over: %o",
      (database) => {
        expect(problemsOf({ ...command, ...database, COMPUTE_HOST_SHUTDOWN_STEPS: "leave" })).toEqual([
          expect.stringMatching(/^COMPUTE_HOST_SHUTDOWN_STEPS must be wait or kill: only .* SQLite file can/),
        ]);
      },
    );
  });

  test("reports all wrong values together, with what is expected", () => {
    const problems = problemsOf({
      COMPUTE_HOST_PORT: "80a",
      COMPUTE_HOST_LOG_LEVEL: "loud",
      COMPUTE_HOST_CORS_ORIGINS: "https://a.example, b.example",
      COMPUTE_HOST_PROVISIONER: "command",
      COMPUTE_HOST_JWT_JWKS: "./jwks.json",
    });
    expect(problems).toEqual([
      'COMPUTE_HOST_PORT must be a whole number from 0 to 65535, not "80a".',
      'COMPUTE_HOST_LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud".',
      expect.stringMatching(/^COMPUTE_HOST_CORS_ORIGINS must be a comma-separated list of origins/),
      expect.stringMatching(
        /^COMPUTE_HOST_PROVISIONER_COMMAND must be set to the absolute path of an executable/,
      ),
      "COMPUTE_HOST_JWT_ISSUER must be set to the issuer's identifier, " +
        "because the settings JWT_JWKS, JWT_ISSUER and JWT_AUDIENCE belong together.",
      expect.stringMatching(/^COMPUTE_HOST_JWT_AUDIENCE must be set/),
    ]);
  });

  test("reports a variable that is both wrong and required only once", () => {
    expect(
      problemsOf({ COMPUTE_HOST_PROVISIONER: "command", COMPUTE_HOST_PROVISIONER_COMMAND: "./run" }),
    ).toEqual(['COMPUTE_HOST_PROVISIONER_COMMAND must be the absolute path of an executable, not "./run".']);
  });

  test("does not repeat a wrong database URL, which may contain a password", () => {
    expect(problemsOf({ DATABASE_URL: "mysql://root:hunter2@db" }).join()).not.toContain("hunter2");
  });

  test.each([
    ["PORT", "-1"],
    ["PORT", "65536"],
    ["PORT", "1e3"],
    ["HOST", "a b"],
    ["DATABASE_URL", "sqlite:"],
    ["RATE_LIMIT_PER_MINUTE", "0"],
    ["CORS_ORIGINS", "https://a.example/"],
    ["CORS_ORIGINS", "*"],
    ["JWT_JWKS", "ftp://issuer.example/keys"],
    ["JWT_JWKS", "https://"],
    ["TRUST_PROXY", "true"],
    ["TRUST_PROXY", "127.0.0.1, proxy.example"],
    ["TRUST_PROXY", "10.0.0.0/0"],
    ["TRUST_PROXY", "10.0.0.0/33"],
    ["TRUST_PROXY", "::1/129"],
    ["PROVISIONER_TIMEOUT_SECONDS", "0.5"],
    ["DATABASE_URL", "postgres://"],
    ["DATABASE_URL", "a sqlite:b"],
    ["NODE_NAME", "n".repeat(43)],
    ["NODE_NAME", "a b"],
    ["JWT_JWKS", "https://"],
    ["JWT_JWKS", "http://a b/keys"],
    ["TRUST_PROXY", "127.0.0.1,"],
    ["TRUST_PROXY", "10.0.0.0/8/8"],
    ["CORS_ORIGINS", "ftp://a.example"],
    ["CORS_ORIGINS", "https://*.example"],
    ["SHUTDOWN_STEPS", "stop"],
  ])("refuses %s=%s", (name, value) => {
    const variable = `COMPUTE_HOST_${name}`;
    expect(problemsOf({ [variable]: value })).toEqual([expect.stringMatching(`^${variable} must be `)]);
  });

  test.each([
    ["HOST", "::1", "::1"],
    ["HOST", "host-1.example", "host-1.example"],
    ["DATABASE_URL", "sqlite::memory:", "sqlite::memory:"],
    ["DATABASE_URL", "postgres://a", "postgres://a"],
    ["DATABASE_URL", "postgresql://a:b@c/d", "postgresql://a:b@c/d"],
    ["NODE_NAME", "n".repeat(42), "n".repeat(42)],
    ["NODE_NAME", "a.b_c:d-1", "a.b_c:d-1"],
    ["TRUST_PROXY", "127.0.0.1 , 10.0.0.0/8,10.0.0.0/32", ["127.0.0.1", "10.0.0.0/8", "10.0.0.0/32"]],
    ["TRUST_PROXY", "::1,fd00::/8,::1/128,10.0.0.0/1", ["::1", "fd00::/8", "::1/128", "10.0.0.0/1"]],
    ["CORS_ORIGINS", "loopback, http://a.example:81", ["loopback", "http://a.example:81"]],
  ])("accepts %s=%s", (name, text, value) => {
    const variable = `COMPUTE_HOST_${name}`;
    const config = Object.entries(read({ [variable]: text })).find(([one]) => variableOf(one) === variable);
    expect(config?.[1]).toEqual(value);
  });

  test.each(
    table.flatMap(([name, { expected, parse }]) => {
      const [, least, most] = /^a whole number from (\d+) to (\d+)$/.exec(expected) ?? [];
      return least === undefined ? [] : [{ name, least: Number(least), most: Number(most), parse }];
    }),
  )("$name is a whole number from $least to $most", ({ least, most, parse }) => {
    expect([least, most].map((value) => parse(`${value}`))).toEqual([least, most]);
    for (const text of [`${least - 1}`, `${most + 1}`, `${least}.5`, `+${most}`, `${most}x`, ""])
      expect.soft(parse(text), text).toBeUndefined();
  });

  test.each(["keys.json", "/etc/keys", "HTTPS://a.example/keys", "https://a"])(
    "takes %s for a JWKS",
    (jwks) => {
      const jwt = { COMPUTE_HOST_JWT_ISSUER: "i", COMPUTE_HOST_JWT_AUDIENCE: "a" };
      expect(read({ ...jwt, COMPUTE_HOST_JWT_JWKS: jwks }).jwt).toEqual({ jwks, issuer: "i", audience: "a" });
    },
  );

  test("has no JWT settings unless they are set, and names the file of the database's URL", () => {
    expect(read({})).not.toHaveProperty("jwt");
    expect(read({})).not.toHaveProperty("databaseUrlFile");
    const file = join(temporaryFolder(), "url");
    writeFileSync(file, "sqlite:./a.db");
    const variable = "COMPUTE_HOST_DATABASE_URL_FILE";
    expect(read({ [variable]: ` ${file} ` })).toMatchObject({
      databaseUrlFile: file,
      databaseUrl: "sqlite:./a.db",
    });
  });

  test("has one problem on the line of its heading, and several on their own lines", () => {
    const heading = "The environment is not valid:";
    expect(new ConfigError(["a."]).message).toBe(`${heading} a.`);
    expect(new ConfigError(["a.", "b."]).message).toBe(`${heading}\n  a.\n  b.`);
  });

  test.each([
    ["localhost", true],
    ["127.0.0.1", true],
    ["127.1.2.3", true],
    ["::1", true],
    ["[::1]", true],
    ["0.0.0.0", false],
    ["10.127.0.1", false],
    ["1270.example", false],
    ["::", false],
  ])("%s is only reachable from this machine: %s", (host, expected) => {
    expect(isLoopback(host)).toBe(expected);
  });

  test("reads the port and the database without the prefix if they are not set with it", () => {
    const aliases = { PORT: "5000", DATABASE_URL: "sqlite:./a.db" };
    expect(read(aliases)).toMatchObject({ port: 5000, databaseUrl: "sqlite:./a.db" });
    expect(read({ ...aliases, COMPUTE_HOST_PORT: "6000" })).toMatchObject({ port: 6000 });
    expect(problemsOf({ PORT: "x" })).toEqual([expect.stringMatching(/^PORT must be /)]);
  });

  test("refuses a misspelt setting and suggests the nearest, and ignores other programs' variables", () => {
    expect(problemsOf({ COMPUTE_HOST_RATE_LIMT_PER_MINUTE: "5", COMPUTE_HOST_DATABASE_URI: "x" })).toEqual([
      "COMPUTE_HOST_RATE_LIMT_PER_MINUTE is not a setting; did you mean COMPUTE_HOST_RATE_LIMIT_PER_MINUTE?",
      "COMPUTE_HOST_DATABASE_URI is not a setting; did you mean COMPUTE_HOST_DATABASE_URL?",
    ]);
    const others = { LOG_LEVEL: "loud", HOST: "a b", COMPUTE_HOST_TOKEN: "x", COMPUTE_HOST_ATTEMPT: "1" };
    expect(problemsOf(others)).toEqual([]);
  });

  test("takes no variable of a step's command or of a client for a misspelt setting", () => {
    const provisioner = new URL("../provisioning/command/command-provisioner.ts", import.meta.url);
    const names = readFileSync(provisioner, "utf8").match(/\bCOMPUTE_HOST_\w+(?=:)/g) ?? [];
    expect(names.length).toBeGreaterThan(10);
    const all = [...names, "COMPUTE_HOST_RUN_ID", "COMPUTE_HOST_TOKEN", "COMPUTE_HOST_URL"];
    expect(problemsOf(Object.fromEntries(all.map((name) => [name, "x"])))).toEqual([]);
  });

  test("reads a secret from a file, and refuses two sources and a missing file", () => {
    const folder = temporaryFolder();
    const file = join(folder, "url");
    writeFileSync(file, "sqlite:./secret.db\n");
    const variable = "COMPUTE_HOST_DATABASE_URL_FILE";
    expect(read({ [variable]: file }).databaseUrl).toBe("sqlite:./secret.db");
    expect(problemsOf({ [variable]: file, DATABASE_URL: "sqlite:./a.db" })).toEqual([
      `DATABASE_URL and ${variable} are both set; set one of them.`,
    ]);
    expect(problemsOf({ [variable]: join(folder, "missing") })).toEqual([
      `${variable} must be the path of a file that can be read: there is no such file.`,
    ]);
    for (const special of [folder, "/dev/zero"]) {
      expect(problemsOf({ [variable]: special })).toEqual([
        `${variable} must be the path of a file that can be read: it is not a file.`,
      ]);
    }
  });

  test("is kept from the commands of steps", () => {
    const kept = { PATH: "/bin", COMPUTE_HOST_TOKEN: "x", LANG: "C" };
    const settings = {
      PGPASSWORD: "secret",
      COMPUTE_HOST_DATABASE_URL: "postgres://a:secret@b/c",
      COMPUTE_HOST_DATABASE_URL_FILE: "/run/secrets/url",
      DATABASE_URL: "postgres://a:secret@b/c",
      PORT: "1",
      COMPUTE_HOST_JWT_JWKS: "/keys",
    };
    expect(withoutSettings({ ...settings, ...kept })).toEqual(kept);
  });
});

describe("the documentation of the settings", () => {
  test("is .env.example, which lists every variable with its default", async () => {
    const text = table.map(([name, setting]) => {
      const variable = variableOf(name);
      const line = setting.default === undefined ? `#${variable}=` : `${variable}=${setting.default}`;
      return `# ${setting.about}\n# Expected: ${setting.expected}.\n${line}\n`;
    });
    const head =
      "# Settings of `compute-host serve`; the values shown are the defaults.\n" +
      "# Load it with: node --env-file=.env, or your process manager.\n";
    await expect(`${head}\n${text.join("\n")}`).toMatchFileSnapshot("../../.env.example");
  });
});
