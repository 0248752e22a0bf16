/** Joins problems: a single one follows the heading on its line; several get a line each. */
export function problemList(heading: string, problems: readonly string[]): string {
  const [first] = problems;
  return problems.length === 1 ? `${heading} ${first}` : [heading, ...problems].join("\n  ");
}
