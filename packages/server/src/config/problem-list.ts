/** Joins what is wrong: on the line of the heading if it is one thing, otherwise on a line each. */
export function problemList(heading: string, problems: readonly string[]): string {
  const [first] = problems;
  return problems.length === 1 ? `${heading} ${first}` : [heading, ...problems].join("\n  ");
}
