import { expect, test } from "vitest";
import { fillDefaults } from "./fill-defaults.ts";
import type { SchemaNode } from "./schema-node.ts";

const color: SchemaNode = { default: { hue: 1 } };
const ship: SchemaNode = {
  properties: {
    color: { $ref: () => color },
    name: {},
    parts: { items: { properties: { size: { default: 3 } } } },
    dock: { $ref: () => ship },
    anything: { items: {} },
    list: {},
  },
  additionalProperties: { properties: { note: { default: "" } } },
};

test.each<[SchemaNode, unknown, unknown]>([
  [ship, {}, { color: { hue: 1 } }],
  [ship, { color: null }, { color: null }],
  [
    ship,
    { color: 1, parts: [{}, { size: 4 }, 5], dock: {}, other: {} },
    { color: 1, parts: [{ size: 3 }, { size: 4 }, 5], dock: { color: { hue: 1 } }, other: { note: "" } },
  ],
  [
    ship,
    { color: 1, list: [{}], name: { note: 1 }, anything: [{}] },
    { color: 1, list: [{}], name: { note: 1 }, anything: [{}] },
  ],
  [
    { ...ship, additionalProperties: true },
    { color: 1, other: {} },
    { color: 1, other: {} },
  ],
  [ship, null, null],
  [ship, "text", "text"],
  [{ $ref: () => ship }, { color: 1, dock: null }, { color: 1, dock: null }],
])("%j: %j becomes %j", (schema, value, filled) => {
  fillDefaults(schema, value);
  expect(value).toStrictEqual(filled);
});

test("a default is filled in as a copy", () => {
  const value: { color?: unknown } = {};
  fillDefaults(ship, value);
  expect(value.color).not.toBe(color.default);
});
