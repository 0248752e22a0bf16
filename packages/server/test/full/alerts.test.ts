import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { describeEngines } from "../describe-engines.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const rules = fileURLToPath(new URL("../../docs/alerts.yml", import.meta.url));

const run = (...args: readonly string[]) => spawnSync("promtool", args, { encoding: "utf8" });

const promtool = {
  name: "promtool",
  ...(run("--version").error && { missing: "promtool is missing: install prometheus" }),
};

/** Each series for half an hour, healthy and sick, with the alert that the sick values raise. */
const cases: readonly (readonly [series: string, healthy: string, sick: string, alert: string])[] = [
  ["up", "1x30", "1 0x29", "ComputeHostDown"],
  ['compute_host_http_requests_total{status="503"}', "0x30", "0+10x30", "ComputeHostErrors"],
  ["compute_host_storage_failures_total", "3x30", "0+10x30", "ComputeHostDatabaseFails"],
  ["compute_host_storage_reads_up", "1x30", "0x30", "ComputeHostReadsFail"],
  ["compute_host_storage_writes_up", "1x30", "0x30", "ComputeHostWritesFail"],
  ["compute_host_http_requests_shed_total", "7x30", "0+10x30", "ComputeHostOverloaded"],
  ["compute_host_last_backup_timestamp_seconds", "0x30", "-200000x30", "ComputeHostNoBackup"],
  ["compute_host_disk_free_bytes", "2000000000x30", "500000000x30", "ComputeHostDiskFills"],
  ["compute_host_provisioning_oldest_waiting_job_seconds", "500x30", "0+60x30", "ComputeHostJobsWait"],
  ["compute_host_provisioning_oldest_waiting_step_seconds", "500x30", "0+60x30", "ComputeHostStepsWait"],
  ["compute_host_provisioning_oldest_running_step_seconds", "900x30", "0+60x30", "ComputeHostStepHangs"],
  ["compute_host_provisioning_takeovers_total", "7x30", "0x25 1x5", "ComputeHostTakeovers"],
  ["compute_host_provisioning_leases_lost_total", "7x30", "0x25 1x5", "ComputeHostLeasesLost"],
  ['compute_host_provisioning_steps_total{result="failed"}', "1x30", "0+5x30", "ComputeHostStepsFail"],
  ["compute_host_database_callers_waiting", "0x30", "2x30", "ComputeHostWaitsForConnections"],
  ["compute_host_database_connections_refused_total", "7x30", "0x25 1x5", "ComputeHostConnectionsRefused"],
  ["compute_host_database_waits_for_standby", "0x30", "1x30", "ComputeHostStandbyAway"],
  ["compute_host_database_replicated", "1x30", "0x30", "ComputeHostNotReplicated"],
  ["compute_host_jwt_issuer_up", "1x90", "0x90", "ComputeHostIssuerUnreadable"],
  ["nodejs_eventloop_lag_p99_seconds", "0.02x30", "0.9x30", "ComputeHostEventLoopLag"],
];

describeEngines([promtool], () => {
  test("the alert rules are valid", () => {
    const { status, stdout, stderr } = run("check", "rules", rules);
    expect([status, stderr, stdout]).toEqual([0, "", expect.stringContaining(`${cases.length} rules found`)]);
  });

  test("each alert is raised by what it names, by nothing healthy, and without another", () => {
    const folder = temporaryFolder();
    const file = join(folder, "test.yml");
    const tests = cases.flatMap(([series, healthy, sick, alert]) => [
      ruleTest(series, healthy, []),
      ruleTest(series, sick, [{ labels: `{alertname="${alert}"}`, value: 1 }]),
    ]);
    // YAML is a superset of JSON.
    writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: "1m", tests }));
    const { status, stdout, stderr } = run("test", "rules", file);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("SUCCESS");
  });
});

/** A promtool test of a series with a healthy load. */
function ruleTest(name: string, values: string, exp_samples: readonly object[]) {
  const label = 'job="compute-host"';
  const series = name.includes("{") ? name.replace("{", `{${label},`) : `${name}{${label}}`;
  return {
    interval: "1m",
    input_series: [
      { series, values },
      { series: `compute_host_http_requests_total{${label},status="200"}`, values: "0+100x90" },
      { series: `compute_host_provisioning_steps_total{${label},result="completed"}`, values: "0+10x90" },
    ],
    promql_expr_test: [
      {
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: values.endsWith("x90") ? "90m" : "30m",
        exp_samples,
      },
    ],
  };
}
