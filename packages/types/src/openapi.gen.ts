// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.

export interface paths {
    "/api/v0/computers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List computers
         * @description Returns computers. When `includeProvisioningSteps` is `true`, provisioning step details are included
         *     in each computer.
         *
         *     **Decision:** the list holds every computer that the caller owns, without pagination, newest first:
         *     by `createdAt` descending, then by `id` descending.
         *
         *     **Decision:** unknown query parameters are ignored. Sending a known one twice returns 400.
         */
        get: operations["listComputers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/computers/{computerId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the computer.
                 *
                 *     **Decision:** an opaque string. Unknown IDs and other owners' IDs return the same 404.
                 * @example cmp_01k9x7q2m4
                 */
                computerId: components["parameters"]["ComputerId"];
            };
            cookie?: never;
        };
        /**
         * Get a computer
         * @description Returns one computer.
         *
         *     **Decision:** the record always carries `provisioningSteps`.
         */
        get: operations["getComputer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a computer
         * @description Changes the name, the host or the remote user of a computer and returns the computer.
         *
         *     **Decision:** an update is allowed in every status. All fields of one request are applied together or not at
         *     all. It returns 409 and changes nothing if another of your computers has the name or the host, or if this
         *     computer already has a different host.
         */
        patch: operations["updateComputer"];
        trace?: never;
    };
    "/api/v0/computers/{computerId}/install-deps": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the computer.
                 *
                 *     **Decision:** an opaque string. Unknown IDs and other owners' IDs return the same 404.
                 * @example cmp_01k9x7q2m4
                 */
                computerId: components["parameters"]["ComputerId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry the install-dependencies step
         * @description Retries the install-dependencies step of a computer and returns the computer.
         *
         *     **Decision:** the step with ID `install-deps` is retried. The service accepts the retry when no install
         *     session is running and every earlier step has completed. It returns at once, before the work is done:
         *
         *     - The step becomes `running` with a new `installSessionId` and `startedAt`, without `error` and `completedAt`.
         *     - The computer becomes `provisioning`. The client's `waitUntilSettled` polls it.
         *     - A computer has at most one install session at any time, across all nodes of the service.
         *
         *     **Decision:** v0 has no operation that retries an earlier step. If one failed, ask the operator of the service
         *     to retry from that step; provisioning continues from there.
         */
        post: operations["retryInstallDeps"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description A computer. Every operation on one computer returns this shape.
         *
         *     **Decision:** the service keeps `hostname`, `relayClientUrl` and `relayAgentUrl` as its operator or a provisioning
         *     step set them. Another implementation may change, add or remove them at any time, for example when a signed URL
         *     expires.
         */
        Computer: {
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
             *     **Decision:** `provisioning` while steps remain, `active` when every step has completed (or there are
             *     none), `error` when a step has failed.
             * @example active
             * @enum {string}
             */
            status?: "provisioning" | "active" | "error";
            /**
             * @description The provisioning steps, in the order in which they run.
             *
             *     **Decision:** get, update and retry always return them; a list returns them only when
             *     `includeProvisioningSteps` is `true`.
             */
            provisioningSteps?: components["schemas"]["ProvisioningStep"][];
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
            ownerPrincipalKind?: string;
            /**
             * @description Identifier of the principal that owns the computer.
             * @example usr_8d2kq1
             */
            ownerId?: string;
            computerSource?: components["schemas"]["ComputerSource"];
        };
        /**
         * @description One step of provisioning.
         *
         *     **Decision:** no field is required. The service always sends `id`, `name` and `status`, and the others once
         *     they are known.
         */
        ProvisioningStep: {
            /**
             * @description Identifier of the step within its computer.
             *
             *     **Decision:** a retry concerns the step `install-deps`; each provider chooses its other IDs. A managed
             *     computer has `create-computer`, `configure-environment` and `install-deps`, a byom one only
             *     `install-deps`.
             * @example install-deps
             */
            id?: string;
            /**
             * @description Human-readable name of the step.
             * @example Install dependencies
             */
            name?: string;
            /**
             * @description State of the step.
             *
             *     **Decision:** an open string; `pending`, `running`, `completed` and `failed` are the known
             *     values. Rules that depend on the meaning of a status apply only to records in which every step
             *     has one of these values.
             * @example completed
             */
            status?: string;
            /**
             * @description What went wrong.
             *
             *     **Decision:** present only on a failed step.
             * @example apt-get exited with code 100: unable to locate package libfoo-dev
             */
            error?: string;
            /**
             * @description Time when the step started.
             *
             *     **Decision:** in milliseconds since the Unix epoch.
             * @example 1795102830000
             */
            startedAt?: number;
            /**
             * @description Time when the step ended.
             *
             *     **Decision:** in milliseconds since the Unix epoch; present on a completed or failed step.
             * @example 1795102891000
             */
            completedAt?: number;
            /**
             * @description Identifier of an install session.
             *
             *     **Decision:** identifies the latest attempt of the install-dependencies step; every attempt gets a new one.
             * @example ins_5t1v8c0z
             */
            installSessionId?: string;
        };
        /**
         * @description What the computer was created from.
         *
         *     **Decision:** unknown kinds and their fields are returned unchanged.
         */
        ComputerSource: {
            /**
             * @description Kind of the source.
             *
             *     **Decision:** an open string; `template` is the known value.
             * @example template
             */
            kind?: string;
            /**
             * @description Identifier of the template; accompanies the kind `template`.
             * @example tpl_node24
             */
            templateId?: string;
        };
        /** @description Computers, as the list operation returns them. */
        ComputerList: {
            /**
             * @description The computers.
             *
             *     **Decision:** newest first.
             */
            computers: components["schemas"]["Computer"][];
        };
        /**
         * @description The fields of a computer to change; all are optional.
         *
         *     **Decision:** unknown properties and `null` return 400, so typos are not ignored.
         *
         *     **Decision:** half of a surrogate pair in a text returns 400
         *     ([RFC 7493, section 2.1](https://www.rfc-editor.org/rfc/rfc7493#section-2.1)). Another implementation may keep it
         *     or store U+FFFD.
         */
        ComputerUpdate: {
            /**
             * @description New name.
             *
             *     **Decision:** its length counts Unicode code points. Unique among one owner's computers; a taken name
             *     returns 409.
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
        };
        /**
         * @description An error.
         *
         *     **Decision:** the interface defines no error body; this is a problem document as in
         *     [RFC 9457](https://www.rfc-editor.org/rfc/rfc9457).
         */
        Problem: {
            /**
             * Format: uri-reference
             * @description Identifies the kind of problem.
             *
             *     **Decision:** a URI reference relative to the service. Every kind has its own value, so a client can tell
             *     one 409 from another. More values may be added.
             * @example /problems/computer-not-found
             */
            type: string;
            /**
             * @description Short name of the kind of problem, always the same.
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
             * @example You have no computer with this ID.
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
            /** @description Places where the request breaks the schema. */
            errors?: components["schemas"]["Violation"][];
        };
        /** @description One place where a request breaks the schema; either `pointer` or `parameter` names it. */
        Violation: {
            /**
             * @description JSON Pointer ([RFC 6901](https://www.rfc-editor.org/rfc/rfc6901)) into the request body.
             * @example /name
             */
            pointer?: string;
            /**
             * @description Name of the parameter, in the path, the query or a header field.
             * @example hostId
             */
            parameter?: string;
            /**
             * @description What is wrong with the value.
             * @example must have at least 1 character
             */
            message: string;
        };
    };
    responses: {
        /**
         * @description A query parameter is invalid.
         *
         *     **Decision:** `errors` lists every invalid parameter.
         */
        InvalidQuery: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The body is not JSON or breaks the schema. Nothing was changed.
         *
         *     **Decision:** `errors` lists the invalid places, at most 20, each as a JSON Pointer into the body.
         */
        InvalidUpdate: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The request has no valid credentials.
         *
         *     **Decision:** the response is the same whether a token is missing, malformed, unknown, revoked or expired.
         */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description There is no such computer.
         *
         *     **Decision:** another owner's computer returns the same response.
         */
        ComputerNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The request body is too large. Nothing was changed.
         *
         *     **Decision:** a body has at most 64 KiB (65,536 bytes).
         */
        BodyTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The request body is not `application/json`. Nothing was changed.
         *
         *     **Decision:** a body without a `Content-Type`, or a compressed one, returns the same response.
         */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description Too many requests.
         *
         *     **Decision:** the request was not processed. Repeating it after `Retry-After` is safe for every method.
         */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The service failed.
         *
         *     **Decision:** the request may or may not have been processed. The service's log has the details under the
         *     request ID.
         */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The service cannot take the request now.
         *
         *     **Decision:** the request was not processed. Repeating it after `Retry-After` is safe for every method.
         */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description Any other error.
         *
         *     **Decision:** any request can also get 405 (with `Allow`), 408, 413, 417 or 431. An invalid path returns 400,
         *     an unknown one 404, and a request that is not HTTP 400. Other implementations and proxies may send anything.
         */
        OtherError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description Identifier of the computer.
         *
         *     **Decision:** an opaque string. Unknown IDs and other owners' IDs return the same 404.
         * @example cmp_01k9x7q2m4
         */
        ComputerId: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description **Decision:** identifier of this request, the same as `requestId` in a problem.
         * @example 0b7f6a3e-5f3d-4a54-9f0e-8f7f2f6f7a11
         */
        "X-Request-Id": string;
        /**
         * @description **Decision:** seconds to wait before you repeat the request
         *     ([RFC 9110, section 10.2.3](https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3)).
         * @example 5
         */
        "Retry-After": number;
        /**
         * @description **Decision:** the authentication scheme to use
         *     ([RFC 6750, section 3](https://www.rfc-editor.org/rfc/rfc6750#section-3)).
         * @example Bearer
         */
        "WWW-Authenticate": string;
        /**
         * @description **Decision:** the methods that the path supports; sent with 405
         *     ([RFC 9110, section 10.2.1](https://www.rfc-editor.org/rfc/rfc9110#section-10.2.1)).
         * @example GET, HEAD, PATCH
         */
        Allow: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listComputers: {
        parameters: {
            query?: {
                /**
                 * @description Host filter.
                 *
                 *     **Decision:** returns only the computer linked to exactly this host; letter case does not matter. A value
                 *     that is not a UUID returns 400.
                 * @example 3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10
                 */
                hostId?: string;
                /**
                 * @description Whether provisioning step details are included.
                 *
                 *     **Decision:** without `true`, no computer in the list carries `provisioningSteps`; with `true`
                 *     every one does, as an empty array where it has none. A value other than `true` or `false` returns 400.
                 * @example true
                 */
                includeProvisioningSteps?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The computers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComputerList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthenticated"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getComputer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the computer.
                 *
                 *     **Decision:** an opaque string. Unknown IDs and other owners' IDs return the same 404.
                 * @example cmp_01k9x7q2m4
                 */
                computerId: components["parameters"]["ComputerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The computer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Computer"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["ComputerNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateComputer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the computer.
                 *
                 *     **Decision:** an opaque string. Unknown IDs and other owners' IDs return the same 404.
                 * @example cmp_01k9x7q2m4
                 */
                computerId: components["parameters"]["ComputerId"];
            };
            cookie?: never;
        };
        /**
         * @description The fields to change.
         *
         *     **Decision:** the body is a JSON object. `{}` changes nothing and returns 200 with the unchanged record.
         */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ComputerUpdate"];
            };
        };
        responses: {
            /** @description The computer after the update. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Computer"];
                };
            };
            400: components["responses"]["InvalidUpdate"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["ComputerNotFound"];
            /**
             * @description The update conflicts with the computer or with another computer of the same owner. Nothing was
             *     changed.
             *
             *     **Decision:** `name` is unique among one owner's computers. `hostId` can be set once (sending
             *     the value that is already set is fine) and is unique among one owner's computers.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    retryInstallDeps: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the computer.
                 *
                 *     **Decision:** an opaque string. Unknown IDs and other owners' IDs return the same 404.
                 * @example cmp_01k9x7q2m4
                 */
                computerId: components["parameters"]["ComputerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The retry was accepted. Returns the computer after it. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Computer"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["ComputerNotFound"];
            /**
             * @description The step cannot be retried now. Nothing was changed.
             *
             *     **Decision:** an install session is running, an earlier step has not completed, or the computer
             *     has no install-dependencies step.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
}
