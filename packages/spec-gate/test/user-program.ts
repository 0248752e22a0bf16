import { isObject, type JsonObject, objectOf } from "../src/json-value.ts";

// biome-ignore lint/suspicious/noExplicitAny: descriptions are read by path.
type Description = any;
type Use = "full" | "least";

/**
 * Writes the program of a user who names everything in a description: each argument with all and with only the
 * required properties, each property of each response and payload, each component. Variants of a union that the new
 * description no longer has are not named, because the wire permits to leave them out.
 */
export function userProgram(old: Description, now: Description): string {
  const text = JSON.stringify(now);
  const lines: string[] = [];
  let count = 0;
  const say = (line: string) => lines.push(line);
  const write = (type: string, literals: readonly string[]) => {
    for (const literal of literals) say(`export const v${count++}: ${type} = ${literal};`);
  };
  const read = (type: string, schema: unknown) => {
    say(
      `export function r${count++}(value: ${type}) { const own: ${ownType(schema, old)} = value; void own;`,
    );
    for (const line of reads("value", schema, old, text)) say(line);
    say("}");
  };
  for (const [path, item] of Object.entries<Description>(old.paths)) {
    for (const [method, operation] of operationsIn(item)) {
      const type = `paths[${q(path)}][${q(method)}]`;
      if (operation.operationId)
        say(`export type O${count++} = operations[${q(operation.operationId)}]["responses"];`);
      for (const use of ["full", "least"] as const) {
        const parameters = parametersText(
          [...(item.parameters ?? []), ...(operation.parameters ?? [])],
          old,
          use,
        );
        write(
          `Pick<${type}, "parameters">`,
          parameters.map((text) => `{ parameters: ${text} }`),
        );
        for (const [media, { schema }] of Object.entries<Description>(operation.requestBody?.content ?? {}))
          write(`NonNullable<${type}["requestBody"]>["content"][${q(media)}]`, literals(schema, old, use));
      }
      if (!operation.requestBody?.required) write(`Pick<${type}, "requestBody">`, ["{}"]);
      for (const [status, response] of Object.entries<Description>(operation.responses)) {
        const place = `${type}["responses"][${status}]`;
        say(`export type S${count++} = ${place};`);
        for (const [media, { schema }] of Object.entries<Description>(target(response, old).content ?? {}))
          read(`${place}["content"][${q(media)}]`, schema);
        for (const [name, header] of Object.entries<Description>(target(response, old).headers ?? {}))
          say(
            `export const h${count++} = (all: ${place}["headers"]): ${ownType(header.schema, old)} | undefined => all[${q(name)}];`,
          );
      }
    }
  }
  for (const [name, item] of Object.entries<Description>(old.webhooks ?? {})) {
    for (const [method, operation] of operationsIn(item)) {
      const type = `webhooks[${q(name)}][${q(method)}]`;
      for (const [media, { schema }] of Object.entries<Description>(operation.requestBody?.content ?? {}))
        read(
          `${operation.requestBody.required ? "" : "NonNullable<"}${type}["requestBody"]${operation.requestBody.required ? "" : ">"}["content"][${q(media)}]`,
          schema,
        );
      for (const [status, response] of Object.entries<Description>(operation.responses)) {
        say(`export type S${count++} = ${type}["responses"][${status}];`);
        for (const [media, { schema }] of Object.entries<Description>(response.content ?? {}))
          write(`${type}["responses"][${status}]["content"][${q(media)}]`, literals(schema, old, "full"));
      }
    }
  }
  const [sent, returned] = usedSchemas(old);
  for (const [section, members] of Object.entries<Description>(old.components)) {
    for (const [name, member] of Object.entries<Description>(members)) {
      const type = `components[${q(section)}][${q(name)}]`;
      say(`export type C${count++} = ${type};`);
      if (section !== "schemas") continue;
      if (sent.has(name))
        for (const use of ["full", "least"] as const) write(type, literals(member, old, use));
      if (returned.has(name)) read(type, member);
      if (!sent.has(name) && !returned.has(name)) write(type, literals(member, old, "full"));
    }
  }
  return `import type { components, operations, paths, webhooks } from "./types";\n${lines.join("\n")}\n`;
}

const q = (text: string) => JSON.stringify(text);
const methods = ["get", "put", "post", "delete", "patch"];

function operationsIn(item: Description): [string, Description][] {
  return Object.entries<Description>(item).filter(([method]) => methods.includes(method));
}

function target(value: Description, root: Description): Description {
  if (typeof value?.$ref !== "string") return value;
  return target(
    value.$ref
      .slice(2)
      .split("/")
      .reduce((part: Description, key: string) => part[key], root),
    root,
  );
}

function parametersText(list: readonly Description[], root: Description, use: Use): string[] {
  const places = new Map<string, string[][]>();
  for (const each of list) {
    const { in: place, name, required, schema } = target(each, root);
    if (use === "least" && !required) continue;
    const texts = literals(schema, root, use).map((text) => `${q(name)}: ${text}`);
    places.set(place, [...(places.get(place) ?? []), texts]);
  }
  const parts = [...places].map(([place, all]) => {
    const first = all.map(([text]) => text);
    const others = all.flatMap((texts, index) => texts.slice(1).map((text) => first.with(index, text)));
    return [first, ...others].map((texts) => `${place}: { ${texts.join(", ")} }`);
  });
  const firsts = parts.map(([text]) => text);
  const others = parts.flatMap((texts, index) => texts.slice(1).map((text) => firsts.with(index, text)));
  return [firsts, ...others].map((texts) => `{ ${texts.join(", ")} }`);
}

/** One literal for each listed value and each variant, wherever it is. */
function literals(written: unknown, root: Description, use: Use, depth = 0): string[] {
  const schema = objectOf(target(written, root));
  if (depth > 4) return ["{} as never"];
  if ("const" in schema) return [JSON.stringify(schema.const)];
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value));
  const members = (schema.oneOf ?? schema.anyOf) as unknown[] | undefined;
  if (members) return members.flatMap((member) => literals(member, root, use, depth + 1));
  const [type, ...others] = [schema.type].flat() as string[];
  const rest = others.flatMap((other) => literals({ ...schema, type: other }, root, use, depth + 1));
  if (type === "array")
    return [...literals(schema.items, root, use, depth + 1).map((text) => `[${text}]`), ...rest];
  if (type === "object" || isObject(schema.properties))
    return [...objectLiterals(schema, root, use, depth), ...rest];
  const text = { string: '"text"', integer: "1", number: "1", boolean: "true", null: "null" }[String(type)];
  return [text ?? '"anything"', ...rest];
}

function objectLiterals(schema: JsonObject, root: Description, use: Use, depth: number): string[] {
  const required = (schema.required ?? []) as string[];
  const entries = Object.entries(objectOf(schema.properties)).filter(
    ([name]) => (use === "full" && depth < 3) || required.includes(name),
  );
  const texts = entries.map(([name, part]) =>
    literals(part, root, use, depth + 1).map((text) => `${q(name)}: ${text}`),
  );
  const first = texts.map(([text]) => text ?? "");
  if (use === "full" && schema.additionalProperties)
    first.push(
      `other: ${schema.additionalProperties === true ? "1" : literals(schema.additionalProperties, root, use, depth + 1)[0]}`,
    );
  const others = texts.flatMap((all, index) => all.slice(1).map((text) => first.with(index, text)));
  return [first, ...others].map((all) => `{ ${all.join(", ")} }`);
}

/** The type that the user declares for a value, without a look at the generated types. */
function ownType(written: unknown, root: Description, depth = 0): string {
  const schema = objectOf(target(written, root));
  if (depth > 4) return "unknown";
  const inner = (part: unknown) => ownType(part, root, depth + 1);
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const members = (schema.oneOf ?? schema.anyOf) as unknown[] | undefined;
  if (members) return `(${members.map(inner).join(" | ")})`;
  if (Array.isArray(schema.type))
    return `(${schema.type.map((type) => inner({ ...schema, type })).join(" | ")})`;
  if (schema.type === "array") return `${inner(schema.items)}[]`;
  if (schema.type === "object") {
    const required = (schema.required ?? []) as string[];
    const own = Object.entries(objectOf(schema.properties)).map(
      ([name, part]) => `${q(name)}${required.includes(name) ? "" : "?"}: ${inner(part)}`,
    );
    const { additionalProperties: other } = schema;
    const open = other
      ? ` & { [name: string]: ${own.length > 0 || other === true ? "unknown" : inner(other)} }`
      : "";
    return `({ ${own.join("; ")} }${open})`;
  }
  return (
    { string: "string", integer: "number", number: "number", boolean: "boolean", null: "null" }[
      String(schema.type)
    ] ?? "unknown"
  );
}

function reads(value: string, written: unknown, root: Description, now: string, depth = 0): string[] {
  const schema = objectOf(target(written, root));
  if (depth > 3) return [];
  const members = (schema.oneOf ?? schema.anyOf) as unknown[] | undefined;
  if (members) {
    return members.flatMap((member) => {
      const kind = objectOf(objectOf(objectOf(target(member, root)).properties).kind).const;
      if (typeof kind !== "string" || !now.includes(`"const":"${kind}"`)) return [];
      return [`if (${value}?.kind === ${q(kind)}) {`, ...reads(value, member, root, now, depth + 1), "}"];
    });
  }
  if (schema.type === "array") return reads(`${value}?.[0]`, schema.items, root, now, depth + 1);
  const { additionalProperties } = schema;
  return [
    ...Object.entries(objectOf(schema.properties)).flatMap(([name, part]) => [
      `void ${value}?.${name};`,
      ...reads(`${value}?.${name}`, part, root, now, depth + 1),
    ]),
    ...(additionalProperties ? [`void ${value}?.anyOther;`] : []),
  ];
}

function usedSchemas(root: Description): [ReadonlySet<string>, ReadonlySet<string>] {
  const [sent, returned] = [new Set<string>(), new Set<string>()];
  const note = (names: Set<string>, part: unknown): void => {
    if (Array.isArray(part)) for (const each of part) note(names, each);
    if (!isObject(part)) return;
    if (typeof part.$ref === "string") {
      const name = part.$ref.split("/").at(-1) ?? "";
      if (names.has(part.$ref)) return;
      names.add(part.$ref).add(name);
      note(names, target(part, root));
    }
    for (const each of Object.values(part)) note(names, each);
  };
  for (const item of Object.values<Description>(root.paths)) {
    note(sent, item.parameters);
    for (const [, operation] of operationsIn(item)) {
      note(sent, [operation.parameters, operation.requestBody]);
      note(returned, operation.responses);
    }
  }
  for (const item of Object.values<Description>(root.webhooks ?? {})) {
    for (const [, operation] of operationsIn(item)) {
      note(returned, operation.requestBody);
      note(sent, operation.responses);
    }
  }
  return [sent, returned];
}
