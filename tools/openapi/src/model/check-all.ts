import { DescriptionError } from "./description-error.ts";

/**
 * Runs every check, so that one run names every place.
 *
 * @throws DescriptionError if one place is refused, or AggregateError with one for each of several
 */
export function checkAll(checks: readonly (() => void)[]): void {
  const byPlace = new Map<string, DescriptionError>();
  for (const check of checks) {
    try {
      check();
    } catch (error) {
      for (const one of refusedPlaces(error)) byPlace.set(`${one.pointer} ${one.message}`, one);
    }
  }
  const errors = [...byPlace.values()];
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, errors.map(({ message }) => message).join("\n"));
}

/** The refused places of an error; throws one of another kind. */
export function refusedPlaces(error: unknown): DescriptionError[] {
  if (error instanceof DescriptionError) return [error];
  if (error instanceof AggregateError) return error.errors as DescriptionError[];
  throw error;
}
