/** A computer cannot be added while a large import is under way: it would be taken for a part of it. */
export class ImportUnderWay extends Error {
  override readonly name = "ImportUnderWay";

  constructor() {
    super("A large import is under way; repeat this when it has ended. Nothing was added.");
  }
}
