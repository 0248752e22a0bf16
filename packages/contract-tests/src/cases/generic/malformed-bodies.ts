import { jsonContentOf, type Operation } from "@compute-host/openapi";
import type { ObjectSchema } from "../../data/mutators.ts";
import { isFreeText } from "../../data/valid-data.ts";
import { type CaseContext, type ContractCase, type PathValues, verify } from "../contract-case.ts";
import { bodyCase } from "./body-case.ts";
import { requestOnChangeable, successStatusesOf } from "./plain-request.ts";

/** Ways to turn an acceptable JSON body into text that is nearly JSON. */
const malformations: readonly ((json: string) => string)[] = [
  () => "{",
  () => '{"a":',
  () => "text",
  () => "[",
  () => " ",
  () => "NaN",
  () => '"',
  () => "tru",
  () => '{"a":01}',
  () => '{"a":+1}',
  () => '{"a":.5}',
  () => '{"a":undefined}',
  () => '{"a":Infinity}',
  () => '{"a":"\\u00g0"}',
  () => "{,}",
  (json) => `${json}{}`,
  (json) => `${json} x`,
  (json) => `${json},`,
  (json) => json.slice(0, -1),
  (json) => json.replace(/\}$/, ",}"),
  (json) => json.replaceAll('"', "'"),
  (json) => json.replaceAll(/"(\w+)":/g, "$1:"),
  (json) => json.replaceAll(":", "="),
  (json) => `/* comment */${json}`,
  (json) => `// comment\n${json}`,
  (json) => `${json} # comment`,
  (json) => `)]}',\n${json}`,
  (json) => `callback(${json})`,
  (json) => json.replace(/"(?=[^"]*$)/, '\n"'),
  (json) => json.replace(/"(?=[^"]*$)/, '\t"'),
  (json) => json.replace(/"(?=[^"]*$)/, '\\x41"'),
  (json) => json.replace(/"(?=[^"]*$)/, '\u0000"'),
  (json) => JSON.stringify(json),
  (json) => `[${json}]`,
];

/** How an operation treats a body that is nearly JSON, or that repeats a property. */
export function malformedBodyCases(operation: Operation): ContractCase[] {
  return [refusesMalformed(operation), refusesRepeated(operation)];
}

/** Sends bodies that would change something if they were JSON, which exposes a lenient service. */
function refusesMalformed(operation: Operation): ContractCase {
  return {
    ...bodyCase(operation, "refuses a body that is not JSON", "negative_data_rejection", ["InvalidUpdate"]),
    needs: ["answersMalformedJson"],
    async run(context) {
      const { json: _, ...request } = await requestOnChangeable(context, operation);
      const path = request.path ?? {};
      await context.fixtures.restoring(context, path, async () => {
        const json = JSON.stringify(effectiveBody(context, operation, path));
        for (const malform of malformations) {
          const rawBody = malform(json);
          if (isJson(rawBody) && !rawBody.startsWith('"') && !rawBody.startsWith("[")) continue;
          await context.fixtures.refusing(context, path, async () => {
            await context.send({ ...request, rawBody }, { status: 400 });
          });
        }
      });
    },
  };
}

/**
 * For a repeated property a service may use either value, or refuse both, but must not store one that breaks the
 * schema.
 */
function refusesRepeated(operation: Operation): ContractCase {
  return {
    ...bodyCase(
      operation,
      "stores nothing that breaks the schema when a property is repeated",
      "negative_data_rejection",
      ["limits"],
    ),
    needs: ["keepsState"],
    async run(context) {
      const { json: _, ...request } = await requestOnChangeable(context, operation);
      const path = request.path ?? {};
      await context.fixtures.restoring(context, path, async () => {
        const valid = effectiveBody(context, operation, path);
        for (const [name, value] of Object.entries(valid)) {
          for (const wrong of ['""', "null", "7", "{}", JSON.stringify("x".repeat(5_000))]) {
            const right = `${JSON.stringify(name)}:${JSON.stringify(value)}`;
            const broken = `${JSON.stringify(name)}:${wrong}`;
            for (const rawBody of [`{${right},${broken}}`, `{${broken},${right}}`]) {
              const { status, json } = await context.send(
                { ...request, rawBody },
                { status: [...successStatusesOf(operation), 400, 409] },
              );
              const stored = (json as Record<string, unknown> | undefined)?.[name];
              const isRight = status >= 300 || JSON.stringify(stored) !== wrong;
              verify(isRight, `${rawBody.slice(0, 120)} stores ${wrong.slice(0, 40)}`, {
                smallestBody: rawBody,
              });
            }
          }
        }
      });
    },
  };
}

/** Returns a valid body of texts that can be restored, which changes something. */
export function effectiveBody(context: CaseContext, operation: Operation, path: PathValues): object {
  const { api, fixtures } = context;
  const pointer = jsonContentOf(operation.body?.content)?.schemaPointer ?? "";
  const schema = api.schema(pointer) as ObjectSchema;
  const texts = Object.entries(schema.properties ?? {}).filter(([, property]) => isFreeText(property));
  const full = Object.fromEntries(texts.map(([name]) => [name, `contract-${crypto.randomUUID()}`]));
  return fixtures.reversible(context, path, full) as object;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
