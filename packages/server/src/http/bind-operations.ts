import type { Operation } from "../spec/operations.ts";

/** An operation and what carries it out. */
export interface BoundOperation<Handler> {
  readonly operation: Operation;
  readonly handler: Handler;
}

/**
 * Binds every operation to the handler of its operationId.
 *
 * @throws Error naming every operation without a handler and every handler without an operation.
 */
export function bindOperations<Handler>(
  operations: readonly Operation[],
  handlers: Readonly<Record<string, Handler>>,
): readonly BoundOperation<Handler>[] {
  const operationIds = new Set(operations.map(({ operationId }) => operationId));
  const bound = operations.flatMap((operation) => {
    const handler = Object.hasOwn(handlers, operation.operationId)
      ? handlers[operation.operationId]
      : undefined;
    return handler === undefined ? [] : [{ operation, handler }];
  });
  const boundIds = new Set(bound.map(({ operation }) => operation.operationId));
  const problems = [
    ...[...operationIds].filter((id) => !boundIds.has(id)).map((id) => `the operation ${id} has no handler`),
    ...Object.keys(handlers)
      .filter((id) => !operationIds.has(id))
      .map((id) => `the handler ${id} has no operation`),
  ];
  if (problems.length > 0) throw new Error(`The spec and the service disagree: ${problems.join("; ")}.`);
  return bound;
}
