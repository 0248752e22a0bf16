import { redocly } from "./redocly.ts";

/** The figures of `redocly score`, each from 0 to 100. */
export interface Score {
  readonly agentReadiness: number;
  readonly discoverability: number;
}

/**
 * Scores a description with `redocly score`.
 * @param file path of the description, absolute or relative to the spec's package
 * @throws Error when Redocly cannot score the file.
 */
export async function measureScore(file: string): Promise<Score> {
  const { exitCode, stdout, stderr } = await redocly("score", file, "--format", "json");
  if (exitCode !== 0) throw new Error(`redocly score failed on ${file}:\n${stderr.trim() || stdout.trim()}`);
  const { agentReadiness, discoverability } = JSON.parse(stdout) as Score;
  if (typeof agentReadiness !== "number" || typeof discoverability !== "number") {
    throw new Error(`redocly score printed no figures for ${file}`);
  }
  return { agentReadiness, discoverability };
}

/** Formats the score and, with a base, its change in one line. */
export function describeScore(score: Score, base?: Score): string {
  const moved = base
    ? ` (base ${base.agentReadiness}, ${signed(score.agentReadiness - base.agentReadiness)})`
    : "";
  return `score ${score.agentReadiness}${moved}, discoverability ${score.discoverability}`;
}

function signed(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  return rounded > 0 ? `+${rounded}` : String(rounded);
}
