import { testRandomPairs } from "../schemas/random-pairs.ts";

testRandomPairs({ plain: 3_000, sized: 1_500 });
