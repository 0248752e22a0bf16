import { isObject } from "@compute-host/openapi";

/** The maximum number of attempts to shrink a failing body. */
const attempts = 40;

/**
 * Shrinks a failing body as far as possible: omits properties, then shortens texts.
 *
 * @param fails sends a body and returns whether the target still fails
 */
export async function smallestBody(
  body: unknown,
  fails: (body: unknown) => Promise<boolean>,
): Promise<unknown> {
  let smallest = body;
  let left = attempts;
  for (let isSmaller = true; isSmaller && left > 0; ) {
    isSmaller = false;
    for (const candidate of smallerBodies(smallest)) {
      if (left === 0) break;
      left -= 1;
      if (!(await fails(candidate))) continue;
      smallest = candidate;
      isSmaller = true;
      break;
    }
  }
  return smallest;
}

function smallerBodies(body: unknown): unknown[] {
  if (!isObject(body)) return [];
  const entries = Object.entries(body);
  const without = entries.map(([name]) => Object.fromEntries(entries.filter(([other]) => other !== name)));
  const shortened = entries.flatMap(([name, value]) =>
    typeof value === "string" ? shorterTexts(value).map((text) => ({ ...body, [name]: text })) : [],
  );
  return [...(entries.length > 1 ? without : []), ...shortened];
}

function shorterTexts(text: string): string[] {
  const characters = [...text];
  const half = Math.floor(characters.length / 2);
  if (half === 0) return [];
  const parts = [
    characters.slice(0, half),
    characters.slice(half),
    characters.slice(1),
    characters.slice(0, -1),
  ];
  return [...new Set(parts.map((part) => part.join("")))];
}
