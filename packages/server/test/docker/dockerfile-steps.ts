/** One instruction of a Dockerfile. */
export interface DockerfileStep {
  /** In capitals, such as `RUN`. */
  readonly instruction: string;
  /** Its flags, such as `--from=build`, by name. */
  readonly flags: Readonly<Record<string, string>>;
  /** The words of a list in JSON, or the rest of the line as the only one. */
  readonly words: readonly string[];
}

/** Reads a Dockerfile whose instructions take one line each, or end in backslashes. */
export function readDockerfile(text: string): readonly DockerfileStep[] {
  const lines = text
    .split("\n")
    .filter((line) => !/^\s*(?:#|$)/.test(line))
    .join("\n")
    .replaceAll("\\\n", " ")
    .split("\n");
  return lines.map((line) => {
    const [, instruction = "", flagText = "", rest = ""] =
      /^(\w+)\s+((?:--[\w-]+=\S+\s+)*)(.*)$/.exec(line.trim()) ?? [];
    if (instruction === "") throw new Error(`Not an instruction: ${line}`);
    const flags = Object.fromEntries(
      flagText
        .trim()
        .split(/\s+/)
        .filter(Boolean)
        .map((flag) => flag.slice(2).split("=", 2) as [string, string]),
    );
    const list = rest.replace(/^CMD\s+/, "");
    return { instruction, flags, words: list.startsWith("[") ? (JSON.parse(list) as string[]) : [rest] };
  });
}
