const known = new Map<string, RegExp | undefined>();

/**
 * The expression of a `pattern`. JSON Schema wants the `u` flag (2020-12 core, 6.4), which refuses escapes such as `\_`
 * that other dialects allow: those are read without it. Undefined where it is no regular expression at all.
 */
export function regularExpression(source: string): RegExp | undefined {
  if (!known.has(source)) known.set(source, compiled(source, "u") ?? compiled(source, ""));
  return known.get(source);
}

function compiled(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

/** Whether the text matches; a pattern that is no regular expression matches nothing. */
export function matches(pattern: string, text: string): boolean {
  return regularExpression(pattern)?.test(text) ?? false;
}
