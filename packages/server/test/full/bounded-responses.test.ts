import { describe } from "vitest";
import { testRandomBodies } from "../http/test-random-bodies.ts";

describe("a response to at most 64 KiB is small", () => testRandomBodies(150));
