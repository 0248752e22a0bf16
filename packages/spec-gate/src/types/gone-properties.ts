import type ts from "typescript";

/** Properties that code names and a type no longer has. */
export interface Gone {
  /** The properties that lead to them. */
  readonly path: readonly string[];
  readonly missing: readonly string[];
}

type Use = "written" | "read";

/**
 * Finds properties that one type has and another lacks. Assignability alone does not show them: an optional property
 * that disappears leaves both types assignable to each other.
 */
export class GoneProperties {
  readonly #typescript: typeof ts;
  readonly #checker: ts.TypeChecker;
  readonly #known: Readonly<Record<Use, Map<ts.Type, Map<ts.Type, Gone | undefined>>>> = {
    written: new Map(),
    read: new Map(),
  };

  constructor(typescript: typeof ts, checker: ts.TypeChecker) {
    this.#typescript = typescript;
    this.#checker = checker;
  }

  /** Compares the two elements of a tuple type: the old type and the new one. */
  between({ elements: [older, newer] }: ts.TupleTypeNode, use: Use): Gone | undefined {
    if (!older || !newer) return undefined;
    return this.#inTypes(
      this.#checker.getTypeFromTypeNode(older),
      this.#checker.getTypeFromTypeNode(newer),
      use,
    );
  }

  /** Writing code names the members of the old union; reading code meets the members of the new one. */
  #inTypes(older: ts.Type, newer: ts.Type, use: Use): Gone | undefined {
    const [olds, news] = [this.#objectsIn(older), this.#objectsIn(newer)];
    if (olds.length === 0 || news.length === 0) return undefined;
    const pairs =
      use === "written"
        ? olds.map((old) => news.map((each) => [old, each] as const))
        : news.map((each) => olds.map((old) => [old, each] as const));
    for (const candidates of pairs) {
      const found = candidates.map(([old, each]) => this.#inObjects(old, each, use));
      if (!found.includes(undefined)) return found.toSorted((a, b) => sizeOf(a) - sizeOf(b))[0];
    }
    return undefined;
  }

  #inObjects(older: ts.Type, newer: ts.Type, use: Use): Gone | undefined {
    if (older === newer) return undefined;
    const known = this.#known[use].get(older) ?? new Map<ts.Type, Gone | undefined>();
    this.#known[use].set(older, known);
    if (known.has(newer)) return known.get(newer);
    known.set(newer, undefined); // a recursive type has its own properties while they are compared
    const found = this.#compared(older, newer, use);
    known.set(newer, found);
    return found;
  }

  #compared(older: ts.Type, newer: ts.Type, use: Use): Gone | undefined {
    const checker = this.#checker;
    const [itemOld, itemNew] = [older, newer].map((type) =>
      checker.isArrayType(type)
        ? checker.getIndexTypeOfType(type, this.#typescript.IndexKind.Number)
        : undefined,
    );
    if (itemOld || itemNew)
      return itemOld && itemNew ? within("[]", this.#inTypes(itemOld, itemNew, use)) : undefined;
    const index = newer.getStringIndexType();
    const missing: string[] = [];
    let nested: Gone | undefined;
    for (const property of older.getProperties()) {
      const type = checker.getTypeOfSymbol(property);
      const match = newer.getProperty(property.name);
      if (match) nested ??= within(property.name, this.#inTypes(type, checker.getTypeOfSymbol(match), use));
      else if (!index || (use === "read" && !checker.isTypeAssignableTo(index, type)))
        missing.push(property.name);
    }
    if (missing.length > 0) return { path: [], missing };
    const indexBefore = older.getStringIndexType();
    if (indexBefore && !index) return { path: [], missing: ["any other name"] };
    return nested ?? (indexBefore && index && within("*", this.#inTypes(indexBefore, index, use)));
  }

  #objectsIn(type: ts.Type): ts.Type[] {
    const { TypeFlags } = this.#typescript;
    return (type.isUnion() ? type.types : [type]).filter(
      ({ flags }) => (flags & (TypeFlags.Object | TypeFlags.Intersection)) !== 0,
    );
  }
}

function within(name: string, gone: Gone | undefined): Gone | undefined {
  return gone && { ...gone, path: [name, ...gone.path] };
}

function sizeOf(gone: Gone | undefined): number {
  return gone ? gone.missing.length - gone.path.length / 100 : 0;
}
