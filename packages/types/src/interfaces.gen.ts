// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.

/** @description A computer. Every operation on one computer returns this shape. */
export interface Computer {
    /**
     * @description Identifier of the computer.
     * @example cmp_01k9x7q2m4
     */
    id: string;
    /**
     * @description Name of the computer.
     *
     *     **Decision:** unique among one owner's computers.
     * @example build-box
     */
    name: string;
    /**
     * @description Who provides the machine.
     *
     *     **Decision:** `byom` is a machine that its owner brings and registers; `managed` is a machine
     *     that the service provides.
     * @example managed
     * @enum {string}
     */
    providerType: "byom" | "managed";
    /**
     * Format: double
     * @description Creation time.
     *
     *     **Decision:** in milliseconds since the Unix epoch.
     * @example 1795102800000
     */
    createdAt: number;
    /**
     * Format: uuid
     * @description The host that the computer is linked to.
     *
     *     **Decision:** absent until it is set; it can be set once.
     * @example 3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10
     */
    hostId?: string;
    /**
     * @description Host name of the machine.
     * @example build-box.internal
     */
    hostname?: string;
    /**
     * @description State of the computer.
     *
     *     **Decision:** `provisioning` while steps are to be done, `active` when every step has completed
     *     (or there are none), `error` when a step has failed.
     * @example active
     * @enum {string}
     */
    status?: "provisioning" | "active" | "error";
    /**
     * @description The provisioning steps, in the order in which they run.
     *
     *     **Decision:** get, update and retry always carry them; a list carries them only when
     *     `includeProvisioningSteps` is `true`.
     */
    provisioningSteps?: ProvisioningStep[];
    /**
     * Format: uri
     * @description Relay address for clients of the computer.
     * @example wss://relay.example.com/client/cmp_01k9x7q2m4
     */
    relayClientUrl?: string;
    /**
     * Format: uri
     * @description Relay address for the agent on the computer.
     * @example wss://relay.example.com/agent/cmp_01k9x7q2m4
     */
    relayAgentUrl?: string;
    /**
     * @description User name on the machine.
     * @example deploy
     */
    remoteUser?: string;
    /**
     * @description Kind of the principal that owns the computer.
     *
     *     **Decision:** an open string; `user` and `service_account` are the known values.
     * @example user
     */
    ownerPrincipalKind?: "user" | "service_account" | (string & {});
    /**
     * @description Identifier of the principal that owns the computer.
     * @example usr_8d2kq1
     */
    ownerId?: string;
    computerSource?: ComputerSource;
}
/**
 * @description One step of provisioning.
 *
 *     **Decision:** no field is required, but `id`, `name` and `status` are always sent, and the others as
 *     soon as they are known.
 */
export interface ProvisioningStep {
    /**
     * @description Identifier of the step within its computer.
     *
     *     **Decision:** a retry concerns the step `install-deps`; other ids are free. A managed computer has
     *     `create-computer`, `configure-environment` and `install-deps`, a byom one `install-deps` alone.
     * @example install-deps
     */
    id?: string;
    /**
     * @description Name of the step for people.
     * @example Install dependencies
     */
    name?: string;
    /**
     * @description State of the step.
     *
     *     **Decision:** an open string; `pending`, `running`, `completed` and `failed` are the known
     *     values.
     * @example completed
     */
    status?: "pending" | "running" | "completed" | "failed" | (string & {});
    /**
     * @description What went wrong.
     *
     *     **Decision:** present only on a failed step.
     * @example apt-get exited with code 100: unable to locate package libfoo-dev
     */
    error?: string;
    /**
     * Format: double
     * @description Time when the step started.
     *
     *     **Decision:** in milliseconds since the Unix epoch.
     * @example 1795102830000
     */
    startedAt?: number;
    /**
     * Format: double
     * @description Time when the step ended.
     *
     *     **Decision:** in milliseconds since the Unix epoch; present on a completed or failed step.
     * @example 1795102891000
     */
    completedAt?: number;
    /**
     * @description Identifier of an install session.
     *
     *     **Decision:** it names the latest attempt of the install-dependencies step; every attempt has a
     *     new one.
     * @example ins_5t1v8c0z
     */
    installSessionId?: string;
}
/**
 * @description What the computer was made from.
 *
 *     **Decision:** unknown kinds and their fields pass through untouched.
 */
export interface ComputerSource {
    /**
     * @description Kind of the source.
     *
     *     **Decision:** an open string; `template` is the known value.
     * @example template
     */
    kind?: "template" | (string & {});
    /**
     * @description Identifier of the template; accompanies the kind `template`.
     * @example tpl_node24
     */
    templateId?: string;
}
/** @description Computers, as the list operation returns them. */
export interface ComputerList {
    /**
     * @description The computers.
     *
     *     **Decision:** newest first.
     */
    computers: Computer[];
}
/**
 * @description The fields of a computer to change; all are optional.
 *
 *     **Decision:** unknown properties and `null` are refused, so that nobody's typing mistake is silently
 *     ignored.
 */
export interface ComputerUpdate {
    /**
     * @description New name.
     *
     *     **Decision:** its length counts Unicode code points. Unique among one owner's computers; a taken name is
     *     answered with 409.
     * @example ci-runner
     */
    name?: string;
    /**
     * Format: uuid
     * @description The host to link the computer to.
     *
     *     **Decision:** it can be set once; sending the value that is already set is fine. Unique among
     *     one owner's computers.
     * @example c51e7b0a-9d34-4e62-8f17-b0a4d2c96e58
     */
    hostId?: string;
    /**
     * @description New user name on the machine.
     *
     *     **Decision:** its length counts Unicode code points.
     * @example deploy
     */
    remoteUser?: string;
}
/**
 * @description An error.
 *
 *     **Decision:** the interface states no error body; this is a problem document after
 *     [RFC 9457](https://www.rfc-editor.org/rfc/rfc9457).
 */
export interface Problem {
    /**
     * Format: uri-reference
     * @description Identifies the kind of problem; a reference relative to the service.
     * @example /problems/computer-not-found
     */
    type: string;
    /**
     * @description What the kind of problem is, the same every time.
     * @example Computer not found
     */
    title: string;
    /**
     * @description The HTTP status of the response.
     * @example 404
     */
    status: number;
    /**
     * @description What went wrong this time, and what to do.
     * @example There is no computer with this id among yours.
     */
    detail: string;
    /**
     * Format: uri-reference
     * @description The path of the request.
     * @example /api/v0/computers/cmp_missing
     */
    instance: string;
    /**
     * @description The value of the header `X-Request-Id`.
     * @example 0b7f6a3e-5f3d-4a54-9f0e-8f7f2f6f7a11
     */
    requestId: string;
    /** @description Every place where the request breaks the schema. */
    errors?: {
        /**
         * @description JSON Pointer ([RFC 6901](https://www.rfc-editor.org/rfc/rfc6901)) into the request body.
         * @example /name
         */
        pointer?: string;
        /**
         * @description Name of the query parameter.
         * @example hostId
         */
        parameter?: string;
        /**
         * @description What is wrong with the value.
         * @example must have at least 1 character
         */
        message: string;
    }[];
}
