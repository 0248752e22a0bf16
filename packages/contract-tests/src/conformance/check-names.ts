import type { RuleId } from "../openapi/rules.gen.ts";

/** The name of a check: Schemathesis' checks under their names, then the interface's own. */
export type CheckName =
  | "not_a_server_error"
  | "status_code_conformance"
  | "content_type_conformance"
  | "response_headers_conformance"
  | "response_schema_conformance"
  | "max_response_time"
  | "negative_data_rejection"
  | "positive_data_acceptance"
  | "missing_required_header"
  | "unsupported_method"
  | "allow_header_conformance"
  | "ignored_auth"
  | "problem_describes_response"
  | "unique_request_id"
  | "consistent_records"
  | "decided_behaviour";

/** The rule that is broken: one of the description, or the time limit, which is an option of the run. */
export type BrokenRule = RuleId | "--max-response-ms";

/** A violation that a check found. */
export interface Violation {
  readonly check: CheckName;
  readonly message: string;
  readonly rule: BrokenRule;
  /**
   * The texts, each after the one before, that lead to the place in a long body, such as an ID and the name of a field.
   */
  readonly place?: readonly string[];
}
