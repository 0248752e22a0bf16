import { readAside } from "../../computers/computer-fixtures.ts";
import { type CaseContext, type ContractCase, verify } from "../../contract-case.ts";
import { type BareUpdate, bodyCase, effectiveBody } from "./body-case.ts";

const noJson = [
  "{",
  '{"a":',
  "text",
  "[",
  " ",
  "NaN",
  '"',
  "tru",
  '{"a":01}',
  '{"a":+1}',
  '{"a":.5}',
  "{,}",
  '{"a":undefined}',
  '{"a":Infinity}',
  '{"a":"\\u00g0"}',
];

/** Ways to turn an acceptable JSON body into text that is nearly JSON, or into JSON that is not an object. */
const malformations: readonly ((json: string) => string)[] = [
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

/** How an update treats a body that is nearly JSON, or that repeats a property. */
export const malformedBodyCases: readonly ContractCase[] = [
  bodyCase(
    "refuses a body that is not JSON",
    "negative_data_rejection",
    ["InvalidUpdate"],
    refusesMalformed,
    ["answersMalformedJson"],
  ),
  bodyCase(
    "stores nothing that breaks the schema when a property is repeated",
    "negative_data_rejection",
    ["limits", "InvalidUpdate"],
    refusesRepeated,
    ["keepsState"],
  ),
];

/** Sends bodies that would change something if they were JSON, which exposes a lenient service. */
async function refusesMalformed(context: CaseContext, update: BareUpdate): Promise<void> {
  const json = JSON.stringify(effectiveBody(context, update.path));
  for (const rawBody of [...noJson, ...malformations.map((malform) => malform(json))]) {
    await context.send({ ...update, rawBody }, { status: 400 });
    await readAside(context, update.path);
  }
}

/**
 * Of a repeated property a service may use either value, or refuse both, but must not store one that breaks the schema.
 */
async function refusesRepeated(context: CaseContext, update: BareUpdate): Promise<void> {
  for (const [name, value] of Object.entries(effectiveBody(context, update.path))) {
    for (const wrong of ['""', "null", "7", "{}", JSON.stringify("x".repeat(5_000))]) {
      const [right, broken] = [JSON.stringify(value), wrong].map((text) => `"${name}":${text}`);
      for (const rawBody of [`{${right},${broken}}`, `{${broken},${right}}`]) {
        const wanted = { status: [200, 400, 409], rule: "InvalidUpdate" } as const;
        const { status, json } = await context.send({ ...update, rawBody }, wanted);
        const stored = (json as Record<string, unknown> | undefined)?.[name];
        const isRight = status >= 300 || JSON.stringify(stored) !== wrong;
        const message = `${rawBody.slice(0, 120)} stores ${wrong.slice(0, 40)}`;
        verify(isRight, "limits", message, { smallestBody: rawBody });
      }
    }
  }
}
