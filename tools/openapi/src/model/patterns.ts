import { regex } from "./formats.ts";

/** What may follow a backslash in ECMA-262 with the flag `u`; `-` only in a class. */
const escapable = /^[\^$\\.*+?()[\]{}|/\da-z]$/i;

/**
 * Writes a pattern for the flag `u`, which JSON Schema asks for (2020-12, section 6.4). Programs without the flag also take
 * backslashes before other signs, `[\w-.]`, and brackets that open or close nothing.
 *
 * @returns `undefined` if it is not an ECMA-262 regular expression
 */
export function unicodePattern(pattern: string): string | undefined {
  if (regex.test(pattern)) return pattern;
  const token = /\\.|\{\d+(?:,\d*)?\}|./gsu;
  let isInClass = false;
  let before = "";
  const written = [...pattern.matchAll(token)].map(([sign], index, all) => {
    const next = all[index + 1]?.[0] ?? "";
    const previous = before;
    before = sign;
    if (sign.startsWith("\\")) {
      const own = sign.slice(1);
      return escapable.test(own) || (isInClass && own === "-") ? sign : own;
    }
    if (isInClass) {
      if (sign === "]") isInClass = false;
      const isSet = [previous, next].some((one) => /^\\[dDsSwW]$/.test(one));
      return sign === "[" || (sign === "-" && isSet) ? `\\${sign}` : sign;
    }
    if (sign === "[") isInClass = true;
    return /^[\]{}]$/.test(sign) ? `\\${sign}` : sign;
  });
  const result = written.join("");
  return regex.test(result) ? result : undefined;
}
