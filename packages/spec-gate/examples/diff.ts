import { diff, formatReport } from "@compute-host/spec-gate";

const report = await diff({ base: "old.yaml", revision: "new.yaml" });
if (report.impact === "major") process.stdout.write(formatReport(report, "markdown"));
