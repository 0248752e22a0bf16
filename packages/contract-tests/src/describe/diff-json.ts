/** The maximum number of lines in a diff. */
const maxLines = 40;

/** Shows how two JSON values differ, one line per place: `-` is expected, `+` is actual. */
export function diffJson(expected: unknown, actual: unknown): string {
  const lines = [...differences(expected, actual, "")];
  const shown = lines.slice(0, maxLines);
  return [...shown, ...(lines.length > maxLines ? [`  ... ${lines.length - maxLines} more`] : [])].join("\n");
}

function* differences(expected: unknown, actual: unknown, path: string): Generator<string> {
  if (isContainer(expected) && isContainer(actual) && Array.isArray(expected) === Array.isArray(actual)) {
    const [left, right] = [expected, actual] as Record<string, unknown>[];
    const keys = new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})]);
    for (const key of keys) yield* differences(left?.[key], right?.[key], `${path}/${key}`);
    return;
  }
  const [wanted, came] = [expected, actual].map((value) => JSON.stringify(value));
  if (wanted === came) return;
  if (wanted !== undefined) yield `- ${path || "/"} ${wanted}`;
  if (came !== undefined) yield `+ ${path || "/"} ${came}`;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
