const known = new Map<string, RegExp | undefined>();

/**
 * Compiles a `pattern`. JSON Schema requires the `u` flag (2020-12 core, 6.4), which rejects escapes such as `\_`
 * that other dialects allow: those patterns are compiled without it. `undefined` if the pattern is invalid.
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

/** Whether the text matches; an invalid pattern matches nothing. */
export function matches(pattern: string, text: string): boolean {
  return regularExpression(pattern)?.test(text) ?? false;
}
