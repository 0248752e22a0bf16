import { parse } from "yaml";

/**
 * Says which bodies are optional from now on. In the client each moves from an argument into the options, which the comparison of
 * the wire does not see.
 *
 * @param before the description, in YAML
 * @param after the same later
 */
export function movedBodies(before: string, after: string): string[] {
  const now = bodiesOf(after);
  const moved = [...bodiesOf(before)].filter(([id, isRequired]) => isRequired && now.get(id) === false);
  return moved.map(
    ([id]) =>
      `The body of ${id} is optional from now on, so callers by method break, as it moves into the options (\`{ body }\`); on the wire nothing breaks`,
  );
}

/** Whether the body of an operation is required, by operationId. */
function bodiesOf(description: string): ReadonlyMap<string, boolean> {
  const { paths = {} } = parse(description) as { paths?: Record<string, Record<string, Operation>> };
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  return new Map(
    operations.flatMap(({ operationId = "", requestBody }) =>
      requestBody ? [[operationId, requestBody.required === true]] : [],
    ),
  );
}

interface Operation {
  readonly operationId?: string;
  readonly requestBody?: { readonly required?: boolean };
}
