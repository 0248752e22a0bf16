import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";
import { type Setting, settings } from "./settings.ts";

const table = Object.entries(settings) as [string, Setting<unknown>][];

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe("the configuration", () => {
  test("has defaults that listen on loopback and accept no JWT", () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      host: "127.0.0.1",
      port: 4010,
      databaseUrl: "sqlite:./data/compute-host.db",
    });
    expect(config).not.toHaveProperty("jwt");
    expect(config).not.toHaveProperty("rateLimitPerMinute");
    expect(config.corsOrigins).toEqual([]);
  });

  test("takes an empty variable for one that is not set", () => {
    expect(readConfig({ PORT: "", HOST: "  " })).toEqual(readConfig({}));
  });

  test("names all wrong values at once, with what is expected", () => {
    const problems = problemsOf({
      PORT: "80a",
      LOG_LEVEL: "loud",
      CORS_ORIGINS: "https://a.example, b.example",
      PROVISIONER: "command",
      JWT_JWKS: "./jwks.json",
    });
    expect(problems).toEqual([
      'PORT must be a whole number from 0 to 65535, not "80a".',
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud".',
      expect.stringMatching(/^CORS_ORIGINS must be a comma-separated list of origins/),
      "JWT_ISSUER must be set to the issuer's identifier, because JWT_JWKS, JWT_ISSUER and JWT_AUDIENCE belong together.",
      expect.stringMatching(/^JWT_AUDIENCE must be set/),
      expect.stringMatching(/^PROVISIONER_COMMAND must be set to the absolute path of an executable/),
    ]);
  });

  test("reports a variable that is wrong and needed once", () => {
    expect(problemsOf({ PROVISIONER: "command", PROVISIONER_COMMAND: "./run" })).toEqual([
      'PROVISIONER_COMMAND must be the absolute path of an executable, not "./run".',
    ]);
  });

  test("does not repeat a wrong database URL, which may hold a password", () => {
    expect(problemsOf({ DATABASE_URL: "mysql://root:hunter2@db" }).join()).not.toContain("hunter2");
  });

  test.each(["HS256", "none", "RS256,HS512", "rs256"])("refuses the JWT algorithms %s", (algorithms) => {
    expect(problemsOf({ JWT_ALGORITHMS: algorithms })).toHaveLength(1);
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
    ["PROVISIONER_TIMEOUT_SECONDS", "0.5"],
  ])("refuses %s=%s", (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(`^${name} must be `)]);
  });

  test("reads JWT and provisioner settings", () => {
    const jwt = {
      JWT_JWKS: "https://issuer.test/jwks",
      JWT_ISSUER: "https://issuer.test",
      JWT_AUDIENCE: "hosts",
    };
    const config = readConfig({
      ...jwt,
      JWT_ALGORITHMS: "ES256, EdDSA",
      PROVISIONER: "command",
      PROVISIONER_COMMAND: "/opt/step",
      PROVISIONER_TIMEOUT_SECONDS: "60",
    });
    expect(config.jwt).toMatchObject({
      audience: "hosts",
      algorithms: ["ES256", "EdDSA"],
      clockToleranceSeconds: 5,
    });
    expect(config.provisioner).toMatchObject({ kind: "command", command: "/opt/step", timeoutMs: 60_000 });
  });
});

describe("the documentation of the settings", () => {
  test("is .env.example, which holds every variable with its default", async () => {
    const text = table.map(([name, setting]) => {
      const line = setting.default === undefined ? `#${name}=` : `${name}=${setting.default}`;
      return `# ${setting.about}\n# Expected: ${setting.expected}.\n${line}\n`;
    });
    const head =
      "# Settings of `compute-host serve`; the values shown are the defaults.\n# Load it with: node --env-file=.env, or your process manager.\n";
    await expect(`${head}\n${text.join("\n")}`).toMatchFileSnapshot("../../.env.example");
  });

  test("is the table in docs/operations.md", () => {
    const document = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8").replace(
      / +/g,
      " ",
    );
    for (const [name, setting] of table) {
      const shown = setting.default === undefined ? "" : `\`${setting.default}\` `;
      expect(document).toContain(`| \`${name}\` | ${shown}| ${setting.about} |`);
    }
  });
});
