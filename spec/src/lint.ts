import { redocly, specFolder } from "./redocly.ts";

/**
 * Counts the problems that the strict rules of `redocly.yaml` find in a description: errors, warnings and ignored
 * problems.
 * @param file path of the description, absolute or relative to the spec's package
 * @throws Error when Redocly cannot lint the file.
 */
export async function countLintProblems(file: string): Promise<number> {
  const config = `${specFolder}redocly.yaml`;
  const { stdout, stderr } = await redocly("lint", file, "--config", config, "--format", "json");
  const start = stdout.indexOf("{");
  if (start < 0) throw new Error(`redocly lint failed on ${file}:\n${stderr.trim()}`);
  const { totals } = JSON.parse(stdout.slice(start)) as { totals: Record<string, number> };
  return Object.values(totals).reduce((sum, count) => sum + count, 0);
}
