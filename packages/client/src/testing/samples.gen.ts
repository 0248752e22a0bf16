// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.

import type * as types from "@compute-host/types";

/** The examples of the spec, by schema and name. */
export const samples = {
  Computer: {
    /** A managed computer that is being provisioned. */
    provisioning: {
      "id": "cmp_01k9x7q2m4",
      "name": "slow-build-box",
      "providerType": "managed",
      "createdAt": 1795102800000,
      "status": "provisioning",
      "provisioningSteps": [
        {
          "id": "create-computer",
          "name": "Create computer",
          "status": "completed",
          "startedAt": 1795102801000,
          "completedAt": 1795102829000
        },
        {
          "id": "configure-environment",
          "name": "Configure environment",
          "status": "running",
          "startedAt": 1795102830000
        },
        {
          "id": "install-deps",
          "name": "Install dependencies",
          "status": "pending"
        }
      ],
      "ownerPrincipalKind": "user",
      "ownerId": "usr_8d2kq1",
      "computerSource": {
        "kind": "template",
        "templateId": "tpl_node24"
      }
    },
    /** A managed computer that is ready. */
    active: {
      "id": "cmp_01k9x5h8w3",
      "name": "staging-runner",
      "providerType": "managed",
      "createdAt": 1795016400000,
      "hostId": "8a7d2f64-0c35-4b19-a5e2-6f90d1c7b382",
      "hostname": "staging-runner.internal",
      "status": "active",
      "provisioningSteps": [
        {
          "id": "create-computer",
          "name": "Create computer",
          "status": "completed",
          "startedAt": 1795016401000,
          "completedAt": 1795016427000
        },
        {
          "id": "configure-environment",
          "name": "Configure environment",
          "status": "completed",
          "startedAt": 1795016428000,
          "completedAt": 1795016455000
        },
        {
          "id": "install-deps",
          "name": "Install dependencies",
          "status": "completed",
          "startedAt": 1795016456000,
          "completedAt": 1795016534000,
          "installSessionId": "ins_2b7k4m9x"
        }
      ],
      "relayClientUrl": "wss://relay.example.com/client/cmp_01k9x5h8w3",
      "relayAgentUrl": "wss://relay.example.com/agent/cmp_01k9x5h8w3",
      "remoteUser": "deploy",
      "ownerPrincipalKind": "user",
      "ownerId": "usr_8d2kq1"
    },
    /** A managed computer whose dependencies could not be installed. */
    installDepsFailed: {
      "id": "cmp_01k9x3d5t1",
      "name": "nightly-tests",
      "providerType": "managed",
      "createdAt": 1794930000000,
      "status": "error",
      "provisioningSteps": [
        {
          "id": "create-computer",
          "name": "Create computer",
          "status": "completed",
          "startedAt": 1794930001000,
          "completedAt": 1794930030000
        },
        {
          "id": "configure-environment",
          "name": "Configure environment",
          "status": "completed",
          "startedAt": 1794930031000,
          "completedAt": 1794930058000
        },
        {
          "id": "install-deps",
          "name": "Install dependencies",
          "status": "failed",
          "error": "apt-get exited with code 100: unable to locate package libfoo-dev",
          "startedAt": 1794930059000,
          "completedAt": 1794930102000,
          "installSessionId": "ins_5t1v8c0z"
        }
      ],
      "ownerPrincipalKind": "service_account",
      "ownerId": "svc_nightly"
    },
    /** A machine that its owner brought, linked to a host. */
    byomWithHost: {
      "id": "cmp_01k9x1a9r6",
      "name": "workshop-mac",
      "providerType": "byom",
      "createdAt": 1794843600000,
      "hostId": "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10",
      "hostname": "workshop-mac.local",
      "status": "active",
      "provisioningSteps": [
        {
          "id": "install-deps",
          "name": "Install dependencies",
          "status": "completed",
          "startedAt": 1794843605000,
          "completedAt": 1794843671000,
          "installSessionId": "ins_9q3f6h2d"
        }
      ],
      "relayClientUrl": "wss://relay.example.com/client/cmp_01k9x1a9r6",
      "relayAgentUrl": "wss://relay.example.com/agent/cmp_01k9x1a9r6",
      "remoteUser": "ada",
      "ownerPrincipalKind": "user",
      "ownerId": "usr_8d2kq1"
    },
    /** A managed computer made from a template. */
    managedFromTemplate: {
      "id": "cmp_01k9wz6y0p",
      "name": "docs-preview",
      "providerType": "managed",
      "createdAt": 1794757200000,
      "hostname": "docs-preview.internal",
      "status": "active",
      "provisioningSteps": [
        {
          "id": "create-computer",
          "name": "Create computer",
          "status": "completed",
          "startedAt": 1794757201000,
          "completedAt": 1794757226000
        },
        {
          "id": "configure-environment",
          "name": "Configure environment",
          "status": "completed",
          "startedAt": 1794757227000,
          "completedAt": 1794757249000
        },
        {
          "id": "install-deps",
          "name": "Install dependencies",
          "status": "completed",
          "startedAt": 1794757250000,
          "completedAt": 1794757318000,
          "installSessionId": "ins_7w0s5n1j"
        }
      ],
      "remoteUser": "deploy",
      "ownerPrincipalKind": "service_account",
      "ownerId": "svc_docs",
      "computerSource": {
        "kind": "template",
        "templateId": "tpl_static_site"
      }
    },
    /** The computer after it was renamed. */
    updated: {
      "id": "cmp_01k9x5h8w3",
      "name": "ci-runner",
      "providerType": "managed",
      "createdAt": 1795016400000,
      "hostId": "8a7d2f64-0c35-4b19-a5e2-6f90d1c7b382",
      "hostname": "staging-runner.internal",
      "status": "active",
      "provisioningSteps": [
        {
          "id": "create-computer",
          "name": "Create computer",
          "status": "completed",
          "startedAt": 1795016401000,
          "completedAt": 1795016427000
        },
        {
          "id": "configure-environment",
          "name": "Configure environment",
          "status": "completed",
          "startedAt": 1795016428000,
          "completedAt": 1795016455000
        },
        {
          "id": "install-deps",
          "name": "Install dependencies",
          "status": "completed",
          "startedAt": 1795016456000,
          "completedAt": 1795016534000,
          "installSessionId": "ins_2b7k4m9x"
        }
      ],
      "relayClientUrl": "wss://relay.example.com/client/cmp_01k9x5h8w3",
      "relayAgentUrl": "wss://relay.example.com/agent/cmp_01k9x5h8w3",
      "remoteUser": "deploy",
      "ownerPrincipalKind": "user",
      "ownerId": "usr_8d2kq1"
    },
    /** A computer whose dependencies are being installed again. */
    accepted: {
      "id": "cmp_01k9x3d5t1",
      "name": "nightly-tests",
      "providerType": "managed",
      "createdAt": 1794930000000,
      "status": "provisioning",
      "provisioningSteps": [
        {
          "id": "create-computer",
          "name": "Create computer",
          "status": "completed",
          "startedAt": 1794930001000,
          "completedAt": 1794930030000
        },
        {
          "id": "configure-environment",
          "name": "Configure environment",
          "status": "completed",
          "startedAt": 1794930031000,
          "completedAt": 1794930058000
        },
        {
          "id": "install-deps",
          "name": "Install dependencies",
          "status": "running",
          "startedAt": 1794933600000,
          "installSessionId": "ins_0e4u8l6c"
        }
      ],
      "ownerPrincipalKind": "service_account",
      "ownerId": "svc_nightly"
    },
  } as Readonly<Record<"provisioning" | "active" | "installDepsFailed" | "byomWithHost" | "managedFromTemplate" | "updated" | "accepted", types.Computer>>,
  ComputerList: {
    /** Computers without step details. */
    withoutSteps: {
      "computers": [
        {
          "id": "cmp_01k9x7q2m4",
          "name": "slow-build-box",
          "providerType": "managed",
          "createdAt": 1795102800000,
          "status": "provisioning",
          "ownerPrincipalKind": "user",
          "ownerId": "usr_8d2kq1",
          "computerSource": {
            "kind": "template",
            "templateId": "tpl_node24"
          }
        },
        {
          "id": "cmp_01k9x1a9r6",
          "name": "workshop-mac",
          "providerType": "byom",
          "createdAt": 1794843600000,
          "hostId": "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10",
          "hostname": "workshop-mac.local",
          "status": "active",
          "relayClientUrl": "wss://relay.example.com/client/cmp_01k9x1a9r6",
          "relayAgentUrl": "wss://relay.example.com/agent/cmp_01k9x1a9r6",
          "remoteUser": "ada",
          "ownerPrincipalKind": "user",
          "ownerId": "usr_8d2kq1"
        }
      ]
    },
    /** Computers with step details. */
    withSteps: {
      "computers": [
        {
          "id": "cmp_01k9x1a9r6",
          "name": "workshop-mac",
          "providerType": "byom",
          "createdAt": 1794843600000,
          "hostId": "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10",
          "hostname": "workshop-mac.local",
          "status": "error",
          "provisioningSteps": [
            {
              "id": "install-deps",
              "name": "Install dependencies",
              "status": "failed",
              "error": "The host did not respond within 60 seconds.",
              "startedAt": 1794843605000,
              "completedAt": 1794843665000,
              "installSessionId": "ins_9q3f6h2d"
            }
          ],
          "ownerPrincipalKind": "user",
          "ownerId": "usr_8d2kq1"
        },
        {
          "id": "cmp_01k9wv2b7k",
          "name": "bare-metal",
          "providerType": "byom",
          "createdAt": 1794670800000,
          "status": "active",
          "provisioningSteps": [],
          "ownerPrincipalKind": "user",
          "ownerId": "usr_8d2kq1"
        }
      ]
    },
    /** No computers. */
    empty: {
      "computers": []
    },
  } as Readonly<Record<"withoutSteps" | "withSteps" | "empty", types.ComputerList>>,
  ComputerUpdate: {
    /** Rename. */
    rename: {
      "name": "ci-runner"
    },
    /** Link to a host. */
    linkHost: {
      "hostId": "c51e7b0a-9d34-4e62-8f17-b0a4d2c96e58"
    },
    /** Set the remote user. */
    setRemoteUser: {
      "remoteUser": "deploy"
    },
    /** Change all three together. */
    everything: {
      "name": "ci-runner",
      "hostId": "c51e7b0a-9d34-4e62-8f17-b0a4d2c96e58",
      "remoteUser": "deploy"
    },
    /** Change nothing. */
    nothing: {},
  } as Readonly<Record<"rename" | "linkHost" | "setRemoteUser" | "everything" | "nothing", types.ComputerUpdate>>,
  Problem: {
    /** Both query parameters are invalid. */
    invalidQuery: {
      "type": "/problems/invalid-request",
      "title": "Invalid request",
      "status": 400,
      "detail": "The request breaks the schema in 2 places; see errors.",
      "instance": "/api/v0/computers",
      "requestId": "0b7f6a3e-5f3d-4a54-9f0e-8f7f2f6f7a11",
      "errors": [
        {
          "parameter": "hostId",
          "message": "must be a UUID"
        },
        {
          "parameter": "includeProvisioningSteps",
          "message": "must be \"true\" or \"false\""
        }
      ]
    },
    /** A path with a broken escape. */
    malformedUrl: {
      "type": "/problems/malformed-url",
      "title": "Malformed URL",
      "status": 400,
      "detail": "The path is not valid. Every % must be followed by two hexadecimal digits, and the bytes must be UTF-8.",
      "instance": "/api/v0/computers/%25zz",
      "requestId": "0b7f6a3e-5f3d-4a54-9f0e-8f7f2f6f7a11"
    },
    /** A request that is not HTTP. */
    malformedHttp: {
      "type": "/problems/malformed-http",
      "title": "Malformed HTTP",
      "status": 400,
      "detail": "The request is not valid HTTP/1.1.",
      "instance": "/",
      "requestId": "0b7f6a3e-5f3d-4a54-9f0e-8f7f2f6f7a11"
    },
    /** No valid credentials. */
    unauthenticated: {
      "type": "/problems/unauthenticated",
      "title": "Unauthenticated",
      "status": 401,
      "detail": "Send a valid API key or JWT as Authorization: Bearer <token>.",
      "instance": "/api/v0/computers",
      "requestId": "0b7f6a3e-5f3d-4a54-9f0e-8f7f2f6f7a11"
    },
    /** Too many requests. */
    rateLimited: {
      "type": "/problems/rate-limited",
      "title": "Rate limited",
      "status": 429,
      "detail": "Too many requests. Repeat this one after the time in Retry-After.",
      "instance": "/api/v0/computers",
      "requestId": "0b7f6a3e-5f3d-4a54-9f0e-8f7f2f6f7a11"
    },
    /** The service failed. */
    internalError: {
      "type": "/problems/internal-error",
      "title": "Internal error",
      "status": 500,
      "detail": "The service failed. Include the request ID when you report it.",
      "instance": "/api/v0/computers",
      "requestId": "0b7f6a3e-5f3d-4a54-9f0e-8f7f2f6f7a11"
    },
    /** The service cannot take requests now. */
    unavailable: {
      "type": "/problems/unavailable",
      "title": "Unavailable",
      "status": 503,
      "detail": "The service cannot take this request now. Repeat it after the time in Retry-After.",
      "instance": "/api/v0/computers",
      "requestId": "0b7f6a3e-5f3d-4a54-9f0e-8f7f2f6f7a11"
    },
    /** A method that the path does not support. */
    methodNotAllowed: {
      "type": "/problems/method-not-allowed",
      "title": "Method not allowed",
      "status": 405,
      "detail": "This path does not support this method. The Allow header lists the methods that it supports.",
      "instance": "/api/v0/computers",
      "requestId": "0b7f6a3e-5f3d-4a54-9f0e-8f7f2f6f7a11"
    },
    /** A request that did not arrive in time. */
    requestTimeout: {
      "type": "/problems/request-timeout",
      "title": "Request timeout",
      "status": 408,
      "detail": "The request took too long to arrive. Check your connection and send it again.",
      "instance": "/api/v0/computers/cmp_01k9x7q2m4",
      "requestId": "0b7f6a3e-5f3d-4a54-9f0e-8f7f2f6f7a11"
    },
    /** An unsupported expectation. */
    expectationFailed: {
      "type": "/problems/expectation-failed",
      "title": "Expectation failed",
      "status": 417,
      "detail": "Only Expect: 100-continue is supported. Remove the Expect header.",
      "instance": "/api/v0/computers",
      "requestId": "0b7f6a3e-5f3d-4a54-9f0e-8f7f2f6f7a11"
    },
    /** Header fields that are too large. */
    headerTooLarge: {
      "type": "/problems/header-too-large",
      "title": "Header too large",
      "status": 431,
      "detail": "The request line and the header fields must not exceed 16384 bytes together.",
      "instance": "/api/v0/computers",
      "requestId": "0b7f6a3e-5f3d-4a54-9f0e-8f7f2f6f7a11"
    },
    /** The body is too large. */
    bodyTooLarge: {
      "type": "/problems/body-too-large",
      "title": "Body too large",
      "status": 413,
      "detail": "The request body must not exceed 65536 bytes.",
      "instance": "/api/v0/computers/cmp_01k9x7q2m4",
      "requestId": "0b7f6a3e-5f3d-4a54-9f0e-8f7f2f6f7a11"
    },
    /** A path that the service does not have. */
    notFound: {
      "type": "/problems/not-found",
      "title": "Not found",
      "status": 404,
      "detail": "The service has no such path.",
      "instance": "/api/v0/hosts",
      "requestId": "0b7f6a3e-5f3d-4a54-9f0e-8f7f2f6f7a11"
    },
    /** No such computer. */
    computerNotFound: {
      "type": "/problems/computer-not-found",
      "title": "Computer not found",
      "status": 404,
      "detail": "You have no computer with this ID.",
      "instance": "/api/v0/computers/cmp_missing",
      "requestId": "0b7f6a3e-5f3d-4a54-9f0e-8f7f2f6f7a11"
    },
    /** A field is too short and another is unknown. */
    invalidBody: {
      "type": "/problems/invalid-request",
      "title": "Invalid request",
      "status": 400,
      "detail": "The request breaks the schema in 2 places; see errors.",
      "instance": "/api/v0/computers/cmp_01k9x7q2m4",
      "requestId": "0b7f6a3e-5f3d-4a54-9f0e-8f7f2f6f7a11",
      "errors": [
        {
          "pointer": "/name",
          "message": "must have at least 1 character"
        },
        {
          "pointer": "/nmae",
          "message": "is not a known property"
        }
      ]
    },
    /** The body is not JSON. */
    malformedJson: {
      "type": "/problems/malformed-json",
      "title": "Malformed JSON",
      "status": 400,
      "detail": "The request body is not valid JSON.",
      "instance": "/api/v0/computers/cmp_01k9x7q2m4",
      "requestId": "0b7f6a3e-5f3d-4a54-9f0e-8f7f2f6f7a11"
    },
    /** The name is taken. */
    nameTaken: {
      "type": "/problems/name-taken",
      "title": "Name taken",
      "status": 409,
      "detail": "You already have a computer with this name. Choose a different name.",
      "instance": "/api/v0/computers/cmp_01k9x7q2m4",
      "requestId": "0b7f6a3e-5f3d-4a54-9f0e-8f7f2f6f7a11"
    },
    /** The computer has another host. */
    hostAlreadySet: {
      "type": "/problems/host-already-set",
      "title": "Host already set",
      "status": 409,
      "detail": "The computer is already linked to a different host. A host can be set only once.",
      "instance": "/api/v0/computers/cmp_01k9x1a9r6",
      "requestId": "0b7f6a3e-5f3d-4a54-9f0e-8f7f2f6f7a11"
    },
    /** The host is taken. */
    hostTaken: {
      "type": "/problems/host-taken",
      "title": "Host taken",
      "status": 409,
      "detail": "You already have a computer that is linked to this host.",
      "instance": "/api/v0/computers/cmp_01k9x7q2m4",
      "requestId": "0b7f6a3e-5f3d-4a54-9f0e-8f7f2f6f7a11"
    },
    /** The content type is not JSON. */
    unsupportedMediaType: {
      "type": "/problems/unsupported-media-type",
      "title": "Unsupported media type",
      "status": 415,
      "detail": "Send the body as Content-Type: application/json, without Content-Encoding.",
      "instance": "/api/v0/computers/cmp_01k9x7q2m4",
      "requestId": "0b7f6a3e-5f3d-4a54-9f0e-8f7f2f6f7a11"
    },
    /** An install session is running. */
    installSessionRunning: {
      "type": "/problems/install-session-running",
      "title": "Install session running",
      "status": 409,
      "detail": "An install session is running on this computer. Wait until it ends.",
      "instance": "/api/v0/computers/cmp_01k9x3d5t1/install-deps",
      "requestId": "0b7f6a3e-5f3d-4a54-9f0e-8f7f2f6f7a11"
    },
    /** An earlier step has not completed. */
    earlierStepNotCompleted: {
      "type": "/problems/earlier-step-not-completed",
      "title": "Earlier step not completed",
      "status": 409,
      "detail": "An earlier step has not completed. Wait for it; if it failed, ask the operator of the service to retry from it.",
      "instance": "/api/v0/computers/cmp_01k9x7q2m4/install-deps",
      "requestId": "0b7f6a3e-5f3d-4a54-9f0e-8f7f2f6f7a11"
    },
    /** The computer has no install-deps step. */
    noInstallDepsStep: {
      "type": "/problems/no-install-deps-step",
      "title": "No install-deps step",
      "status": 409,
      "detail": "This computer has no install-deps step, so there is nothing to retry.",
      "instance": "/api/v0/computers/cmp_01k9wv2b7k/install-deps",
      "requestId": "0b7f6a3e-5f3d-4a54-9f0e-8f7f2f6f7a11"
    },
  } as Readonly<Record<"invalidQuery" | "malformedUrl" | "malformedHttp" | "unauthenticated" | "rateLimited" | "internalError" | "unavailable" | "methodNotAllowed" | "requestTimeout" | "expectationFailed" | "headerTooLarge" | "bodyTooLarge" | "notFound" | "computerNotFound" | "invalidBody" | "malformedJson" | "nameTaken" | "hostAlreadySet" | "hostTaken" | "unsupportedMediaType" | "installSessionRunning" | "earlierStepNotCompleted" | "noInstallDepsStep", types.Problem>>,
} as const;
