import type { Api } from "../../model/api.ts";

/** A construct of OpenAPI that is refused. */
export interface Refusal {
  /** Its name, for the table of constructs. */
  readonly construct: string;
  /**
   * @throws DescriptionError where a description uses it
   */
  check(api: Api): void;
}
