import { testRandomTexts } from "../hostile/random-texts.ts";

testRandomTexts({ harbour: 30, ours: 8, isEachAlone: true });
