// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.

/**
 * Types of the Compute Host Management Interface, generated from its OpenAPI description.
 *
 * @packageDocumentation
 */
import type { components, operations, paths } from "./openapi.gen.ts";

export type { components, operations, paths };

/** The operationIds of the interface. */
export type OperationId = keyof operations;

/**
 * A computer. Every operation on one computer returns this shape.
 *
 * **Decision:** the service keeps `hostname`, `relayClientUrl` and `relayAgentUrl` as its operator or a provisioning
 * step set them. Another implementation may change, add or remove them at any time, for example when a signed URL
 * expires.
 */
export interface Computer {
  /**
   * Identifier of the computer.
   *
   * @example cmp_01k9x7q2m4
   */
  id: string;
  /**
   * Name of the computer.
   *
   * **Decision:** unique among one owner's computers.
   *
   * @example build-box
   */
  name: string;
  /**
   * Who provides the machine.
   *
   * **Decision:** `byom` is a machine that its owner brings and registers; `managed` is a machine
   * that the service provides.
   *
   * @example managed
   */
  providerType: "byom" | "managed";
  /**
   * Creation time.
   *
   * **Decision:** in milliseconds since the Unix epoch.
   *
   * @example 1795102800000
   */
  createdAt: number;
  /**
   * Format: uuid.
   *
   * The host that the computer is linked to.
   *
   * **Decision:** absent until it is set; it can be set once.
   *
   * @example 3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10
   */
  hostId?: string;
  /**
   * Host name of the machine.
   *
   * @example build-box.internal
   */
  hostname?: string;
  /**
   * State of the computer.
   *
   * **Decision:** `provisioning` while steps remain, `active` when every step has completed (or there are
   * none), `error` when a step has failed.
   *
   * @example active
   */
  status?: "provisioning" | "active" | "error";
  /**
   * The provisioning steps, in the order in which they run.
   *
   * **Decision:** get, update and retry always return them; a list returns them only when
   * `includeProvisioningSteps` is `true`.
   */
  provisioningSteps?: ProvisioningStep[];
  /**
   * Format: uri.
   *
   * Relay address for clients of the computer.
   *
   * @example wss://relay.example.com/client/cmp_01k9x7q2m4
   */
  relayClientUrl?: string;
  /**
   * Format: uri.
   *
   * Relay address for the agent on the computer.
   *
   * @example wss://relay.example.com/agent/cmp_01k9x7q2m4
   */
  relayAgentUrl?: string;
  /**
   * User name on the machine.
   *
   * @example deploy
   */
  remoteUser?: string;
  /**
   * Kind of the principal that owns the computer.
   *
   * **Decision:** an open string; `user` and `service_account` are the known values.
   *
   * @example user
   */
  ownerPrincipalKind?: "user" | "service_account" | (string & {});
  /**
   * Identifier of the principal that owns the computer.
   *
   * @example usr_8d2kq1
   */
  ownerId?: string;
  computerSource?: ComputerSource;
}

/**
 * One step of provisioning.
 *
 * **Decision:** no field is required. The service always sends `id`, `name` and `status`, and the others once
 * they are known.
 */
export interface ProvisioningStep {
  /**
   * Identifier of the step within its computer.
   *
   * **Decision:** a retry concerns the step `install-deps`; each provider chooses its other IDs. A managed
   * computer has `create-computer`, `configure-environment` and `install-deps`, a byom one only
   * `install-deps`.
   *
   * @example install-deps
   */
  id?: string;
  /**
   * Human-readable name of the step.
   *
   * @example Install dependencies
   */
  name?: string;
  /**
   * State of the step.
   *
   * **Decision:** an open string; `pending`, `running`, `completed` and `failed` are the known
   * values. Rules that depend on the meaning of a status apply only to records in which every step
   * has one of these values.
   *
   * @example completed
   */
  status?: "pending" | "running" | "completed" | "failed" | (string & {});
  /**
   * What went wrong.
   *
   * **Decision:** present only on a failed step.
   *
   * @example apt-get exited with code 100: unable to locate package libfoo-dev
   */
  error?: string;
  /**
   * Time when the step started.
   *
   * **Decision:** in milliseconds since the Unix epoch.
   *
   * @example 1795102830000
   */
  startedAt?: number;
  /**
   * Time when the step ended.
   *
   * **Decision:** in milliseconds since the Unix epoch; present on a completed or failed step.
   *
   * @example 1795102891000
   */
  completedAt?: number;
  /**
   * Identifier of an install session.
   *
   * **Decision:** identifies the latest attempt of the install-dependencies step; every attempt gets a new one.
   *
   * @example ins_5t1v8c0z
   */
  installSessionId?: string;
}

/**
 * What the computer was created from.
 *
 * **Decision:** unknown kinds and their fields are returned unchanged.
 */
export interface ComputerSource {
  /**
   * Kind of the source.
   *
   * **Decision:** an open string; `template` is the known value.
   *
   * @example template
   */
  kind?: "template" | (string & {});
  /**
   * Identifier of the template; accompanies the kind `template`.
   *
   * @example tpl_node24
   */
  templateId?: string;
}

/** Computers, as the list operation returns them. */
export interface ComputerList {
  /**
   * The computers.
   *
   * **Decision:** newest first.
   */
  computers: Computer[];
}

/**
 * The fields of a computer to change; all are optional.
 *
 * **Decision:** unknown properties and `null` return 400, so typos are not ignored.
 *
 * **Decision:** half of a surrogate pair in a text returns 400
 * ([RFC 7493, section 2.1](https://www.rfc-editor.org/rfc/rfc7493#section-2.1)). Another implementation may keep it
 * or store U+FFFD.
 */
export interface ComputerUpdate {
  /**
   * New name.
   *
   * **Decision:** its length counts Unicode code points. Unique among one owner's computers; a taken name
   * returns 409.
   *
   * @example ci-runner
   */
  name?: string;
  /**
   * Format: uuid.
   *
   * The host to link the computer to.
   *
   * **Decision:** it can be set once; sending the value that is already set is fine. Unique among
   * one owner's computers.
   *
   * @example c51e7b0a-9d34-4e62-8f17-b0a4d2c96e58
   */
  hostId?: string;
  /**
   * New user name on the machine.
   *
   * **Decision:** its length counts Unicode code points.
   *
   * @example deploy
   */
  remoteUser?: string;
}

/**
 * An error.
 *
 * **Decision:** the interface defines no error body; this is a problem document as in
 * [RFC 9457](https://www.rfc-editor.org/rfc/rfc9457).
 */
export interface Problem {
  /**
   * Format: uri-reference.
   *
   * Identifies the kind of problem.
   *
   * **Decision:** a URI reference relative to the service. Every kind has its own value, so a client can tell
   * one 409 from another. More values may be added.
   *
   * @example /problems/computer-not-found
   */
  type: "/problems/body-too-large" | "/problems/computer-not-found" | "/problems/earlier-step-not-completed" | "/problems/expectation-failed" | "/problems/header-too-large" | "/problems/host-already-set" | "/problems/host-taken" | "/problems/install-session-running" | "/problems/internal-error" | "/problems/invalid-request" | "/problems/malformed-http" | "/problems/malformed-json" | "/problems/malformed-url" | "/problems/method-not-allowed" | "/problems/name-taken" | "/problems/no-install-deps-step" | "/problems/not-found" | "/problems/rate-limited" | "/problems/request-timeout" | "/problems/unauthenticated" | "/problems/unavailable" | "/problems/unsupported-media-type" | (string & {});
  /**
   * Short name of the kind of problem, always the same.
   *
   * @example Computer not found
   */
  title: string;
  /**
   * The HTTP status of the response.
   *
   * @example 404
   */
  status: number;
  /**
   * What went wrong this time, and what to do.
   *
   * @example You have no computer with this ID.
   */
  detail: string;
  /**
   * Format: uri-reference.
   *
   * The path of the request.
   *
   * @example /api/v0/computers/cmp_missing
   */
  instance: string;
  /**
   * The value of the header `X-Request-Id`.
   *
   * @example 0b7f6a3e-5f3d-4a54-9f0e-8f7f2f6f7a11
   */
  requestId: string;
  /** Places where the request breaks the schema. */
  errors?: Violation[];
}

/** One place where a request breaks the schema; either `pointer` or `parameter` names it. */
export interface Violation {
  /**
   * JSON Pointer ([RFC 6901](https://www.rfc-editor.org/rfc/rfc6901)) into the request body.
   *
   * @example /name
   */
  pointer?: string;
  /**
   * Name of the parameter, in the path, the query or a header field.
   *
   * @example hostId
   */
  parameter?: string;
  /**
   * What is wrong with the value.
   *
   * @example must have at least 1 character
   */
  message: string;
}

/** The values of `providerType` of {@link Computer}. */
export type ComputerProviderType = NonNullable<Computer["providerType"]>;

/** The values of `status` of {@link Computer}. */
export type ComputerStatus = NonNullable<Computer["status"]>;

/** The values of `ownerPrincipalKind` of {@link Computer}. */
export type ComputerOwnerPrincipalKind = NonNullable<Computer["ownerPrincipalKind"]>;

/** The values of `status` of {@link ProvisioningStep}. */
export type ProvisioningStepStatus = NonNullable<ProvisioningStep["status"]>;

/** The values of `kind` of {@link ComputerSource}. */
export type ComputerSourceKind = NonNullable<ComputerSource["kind"]>;

/** The values of `type` of {@link Problem}. */
export type ProblemType = NonNullable<Problem["type"]>;
