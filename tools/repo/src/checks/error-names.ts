import ts from "typescript60";
import { nodePlace, type Source } from "./sources.ts";

/**
 * Checks that the name of a class that extends an error ends in `Error`. A GritQL plugin cannot do this: Biome 2.6
 * does not apply a condition on the superclass.
 *
 * @returns a line for each class that extends `…Error` under a different name
 */
export function checkErrorNames(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const problems: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isClassLike(node)) {
        const superclass = superclassName(node, source.tree);
        const name = node.name?.text;
        if (superclass?.endsWith("Error") && name !== undefined && !name.endsWith("Error"))
          problems.push(
            `${nodePlace(source, node)} ${name} extends ${superclass}, so its name has to end in Error`,
          );
      }
      ts.forEachChild(node, visit);
    };
    visit(source.tree);
    return problems;
  });
}

/** The expression after `extends`, without type arguments. */
function superclassName(node: ts.ClassLikeDeclaration, tree: ts.SourceFile): string | undefined {
  const clause = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  return clause?.types[0]?.expression.getText(tree);
}
