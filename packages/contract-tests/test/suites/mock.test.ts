import { describedFixtures } from "../../src/cases/fixtures.ts";
import { genericCases } from "../../src/cases/generic/generic-cases.ts";
import { askedResponseCases } from "../mock/asked-responses.ts";
import { prismLacks } from "../targets/lacks.ts";
import { startPrismTarget } from "../targets/prism-target.ts";
import { defineSuite } from "./define-suite.ts";

const { keepsState, knowsTokens, writesOwnProblems, answersMalformedJson, ...others } = prismLacks;
const { answersWrongMethods, limitsBodies, insistsOnContentType, readsQueriesStrictly } = others;

await defineSuite(
  startPrismTarget,
  (api) => [...genericCases(api), ...askedResponseCases(api)],
  [
    keepsState,
    knowsTokens,
    writesOwnProblems,
    answersMalformedJson,
    answersWrongMethods,
    limitsBodies,
    insistsOnContentType,
    readsQueriesStrictly,
  ].filter((reason) => reason !== undefined),
  { fixtures: describedFixtures },
);
