import { findSchemaIssues, type SchemaNode } from "@compute-host/core";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { InvalidArgumentError } from "../errors/errors.ts";
import type { Exchange } from "../sending/call.ts";
import type { BodyChecks } from "../sending/options.ts";
import { responseError } from "../sending/response-error.ts";

/** Creates the Standard Schema validator (https://standardschema.dev) of a schema. It does not change the value. */
export function standardSchema<T>(node: SchemaNode): StandardSchemaV1<unknown, T> {
  const validate = (value: unknown): StandardSchemaV1.Result<T> => {
    const issues = findSchemaIssues(node, value);
    return issues.length > 0 ? { issues } : { value: value as T };
  };
  return { "~standard": { version: 1, vendor: "@compute-host/client", validate } };
}

/** The schema names of an operation's bodies. */
type BodySchemas = Readonly<Partial<Record<"request" | "success", string>>>;

/** Creates the checks of bodies, which become members of the object with the validators. */
export function bodyChecks(schemasOf: Readonly<Record<string, BodySchemas>>): BodyChecks {
  return {
    async "~check"(operationId = "", data, success?: Exchange) {
      const schema = schemasOf[operationId]?.[success ? "success" : "request"];
      const issues = await findIssues(this, schema, data);
      if (issues && success)
        throw responseError(success, `with a body that breaks the schema ${schema}: ${issues}`);
      if (issues) throw new InvalidArgumentError(`${operationId}: ${issues}`);
    },
  };
}

/**
 * Lists every invalid place; `undefined` if there is none, no schema or no value. An error of the validator
 * counts as an invalid value.
 */
async function findIssues(schemas: object, name = "", value: unknown): Promise<string | undefined> {
  const schema = schemas[name as keyof typeof schemas] as StandardSchemaV1 | undefined;
  try {
    const result = value === undefined ? undefined : await schema?.["~standard"].validate(value);
    const issues = result?.issues?.map(({ path = [], message }) => {
      const keys = path.map((key) => `/${(key as { key?: unknown }).key ?? key}`);
      return `${keys.join("")} ${message}`;
    });
    return issues?.join("; ");
  } catch (error) {
    return String(error);
  }
}
