import { createFakeService, type FakeService } from "../../dist/testing/index.mjs";

export const fake: FakeService = createFakeService();
