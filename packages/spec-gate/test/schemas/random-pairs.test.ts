import { testRandomPairs } from "./random-pairs.ts";

testRandomPairs({ plain: 150, sized: 80 });
