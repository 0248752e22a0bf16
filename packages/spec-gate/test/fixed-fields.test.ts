import { expect, test } from "vitest";
import { documentOf } from "../corpus/judge-pair.ts";
import {
  type Field,
  fieldOf,
  fieldsOf,
  type ObjectName,
  openApiObjects,
} from "../src/document/openapi-objects.ts";
import { pointerText, valueAt } from "../src/document/pointer.ts";
import { isObject, type JsonObject, objectOf } from "../src/json-value.ts";
import { judge } from "../src/rules/changes/judge.ts";

/** The place of the first object of each kind in a description that has every field. */
const places = new Map<ObjectName, readonly string[]>();
const keyed: Partial<Record<ObjectName, string>> = { paths: "/a", responses: "200", callback: "{$url}" };

function sampleOf(field: Field, at: readonly string[]): unknown {
  if (field.object) return objectAt(field.object, at);
  if (field.member) {
    const isList = field.wants === "a list";
    const member = objectAt(field.member, [...at, isList ? "0" : "a"]);
    return isList ? [member] : { a: member };
  }
  const samples: unknown[] = [{ type: "string" }, "a", true, ["a"], [], {}, field.wants.split(/[ ,]+/)[2]];
  return samples.find((each) => field.isRight(each) && (!field.isSchema || isObject(each)));
}

function objectAt(name: ObjectName, at: readonly string[]): unknown {
  if (name === "schema") return { type: "string" };
  if (places.has(name)) return {};
  places.set(name, at);
  const { keys } = openApiObjects[name];
  const fields = fieldsOf(name).map((key) => {
    const { field } = fieldOf(name, key) ?? {};
    return [key, field && sampleOf(field, [...at, key])];
  });
  const key = keyed[name] ?? "a";
  const more = keys ? [[key, objectAt(keys.member, [...at, key])]] : [];
  return Object.fromEntries([...fields, ...more]);
}

const schema = {
  discriminator: objectAt("discriminator", ["components", "schemas", "S", "discriminator"]),
  xml: objectAt("xml", ["components", "schemas", "S", "xml"]),
  type: "object",
};
const full = { ...objectOf(objectAt("description", [])), openapi: "3.2.0" } as JsonObject;
objectOf(full.components).schemas = { S: schema };
objectOf(objectOf(full.components).responses).R = {
  content: { "application/json": { schema: { $ref: "#/components/schemas/S" } } },
};

/** The description with another object in the place. */
function withObject(at: readonly string[], change: (object: JsonObject) => void): JsonObject {
  const copy = structuredClone(full);
  change(valueAt(copy, at) as JsonObject);
  return copy;
}

const all = [...places].flatMap(([name, at]) =>
  fieldsOf(name)
    .filter((key) => !(name === "description" && key === "openapi"))
    .map((key) => [name, key, at] as const),
);

test("the description has every object with fields", () => {
  const withFields = (Object.keys(openApiObjects) as ObjectName[]).filter(
    (name) => fieldsOf(name).length > 0,
  );
  expect(withFields.filter((name) => !places.has(name))).toEqual([]);
});

test.each(all)("a field is not judged by silence: %s, %s", (name, key, at) => {
  const without = withObject(at, (object) => delete object[key]);
  const misspelt = withObject(at, (object) => {
    object[`${key}z`] = object[key];
    delete object[key];
  });
  const ofAnotherKind = withObject(at, (object) => {
    object[key] = 7;
  });
  const entries = (a: JsonObject, b: JsonObject) => judge(documentOf(a), documentOf(b)).changes;
  const isFree = fieldOf(name, key)?.field.isRight(7) === true;
  expect(entries(full, without), "dropped").not.toEqual([]);
  expect(entries(without, full), "added").not.toEqual([]);
  const place = pointerText([...at, `${key}z`]);
  if (key.startsWith("x-")) return;
  expect(entries(full, misspelt), "misspelt").toContainEqual(
    expect.objectContaining({ rule: "not-judged", place }),
  );
  expect(entries(misspelt, full), "misspelt in the base").toContainEqual(
    expect.objectContaining({ rule: "malformed", place }),
  );
  if (isFree) return;
  expect(entries(full, ofAnotherKind), "of another kind").toContainEqual(
    expect.objectContaining({ rule: "not-judged", place: pointerText([...at, key]) }),
  );
});

test("a report that has such a part never says that requests and responses are the same", () => {
  const misspelt = withObject(places.get("operation") ?? [], (object) => {
    object.responsesz = {};
  });
  const moved = { ...misspelt, tags: [] };
  for (const [a, b] of [
    [misspelt, full],
    [misspelt, moved],
  ] as const) {
    const { changes } = judge(documentOf(a), documentOf(b));
    expect(changes.map(({ rule }) => rule)).toContain("malformed");
    expect(changes.map(({ message }) => message).join()).not.toContain("are the same");
  }
});
