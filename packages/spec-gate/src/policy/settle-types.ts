import type { VersionCheck } from "../check-version.ts";
import type { Impact } from "../compare/rule.ts";
import { compareTypes, type TypeChange } from "../types/compare-types.ts";
import { type Decision, type Decisions, type SettledChange, type Settlement, settle } from "./settle.ts";

/** Rules about names, which are not on the wire whatever else happens to the operation. */
const namesAlone: ReadonlySet<string> = new Set([
  "types-path-renamed",
  "types-schema-renamed",
  "types-schema-removed",
  "types-component-removed",
]);

/** A change to the generated types with the team's decision about it. */
export type SettledTypeChange = TypeChange &
  Decision & {
    /** Whether a wire change breaks one of the same operations. */
    readonly wire: "same" | "breaks";
  };

/** What stops compiling for users of the generated types. */
export interface TypesReport {
  /** The impact of the type changes alone; absent if there are no types to compare. */
  readonly impact?: Impact;
  readonly changes: readonly SettledTypeChange[];
  readonly version?: VersionCheck;
  /** Why there are no types to compare. */
  readonly problem?: string;
}

/**
 * Compares the types of both versions and applies the team's decisions. A version without types is reported as a
 * problem and does not stop the rest of the report.
 */
export async function settleTypes(
  files: { readonly base: string; readonly revision: string },
  { wire, ...decisions }: Decisions & { readonly wire: readonly SettledChange[] },
): Promise<
  { readonly report: TypesReport } & Pick<Settlement<TypeChange>, "acceptances" | "off" | "exempt">
> {
  try {
    const { impact, changes, ...rest } = settle(await compareTypes(files.base, files.revision), decisions);
    const breaking = wire.filter((change) => change.impact === "major").flatMap(({ subjects }) => subjects);
    const isBreaking = ({ rule, operations }: TypeChange) =>
      !namesAlone.has(rule) && operations.some((operation) => breaking.includes(operation));
    const settled = changes.map((change) => ({
      ...change,
      wire: isBreaking(change) ? ("breaks" as const) : ("same" as const),
    }));
    return { report: { impact, changes: settled }, ...rest };
  } catch (error) {
    // Whatever stops the generator or the compiler must not take the verdict on the wire with it.
    const [problem = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    return { report: { changes: [], problem }, acceptances: [], off: 0, exempt: 0 };
  }
}
