// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.

import type { SchemaNode } from "./schema-node.ts";

export const computerSchema: SchemaNode = {"type":"object","required":["id","name","providerType","createdAt"],"properties":{"id":{"type":"string"},"name":{"type":"string"},"providerType":{"type":"string","enum":["byom","managed"]},"createdAt":{"type":"number"},"hostId":{"type":"string","format":"uuid"},"hostname":{"type":"string"},"status":{"type":"string","enum":["provisioning","active","error"]},"provisioningSteps":{"type":"array","items":{"$ref":() => provisioningStepSchema}},"relayClientUrl":{"type":"string","format":"uri"},"relayAgentUrl":{"type":"string","format":"uri"},"remoteUser":{"type":"string"},"ownerPrincipalKind":{"type":"string"},"ownerId":{"type":"string"},"computerSource":{"$ref":() => computerSourceSchema}}};

export const provisioningStepSchema: SchemaNode = {"type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"},"status":{"type":"string"},"error":{"type":"string"},"startedAt":{"type":"number"},"completedAt":{"type":"number"},"installSessionId":{"type":"string"}}};

export const computerSourceSchema: SchemaNode = {"type":"object","properties":{"kind":{"type":"string"},"templateId":{"type":"string"}}};

export const computerListSchema: SchemaNode = {"type":"object","required":["computers"],"properties":{"computers":{"type":"array","items":{"$ref":() => computerSchema}}}};

export const computerUpdateSchema: SchemaNode = {"type":"object","additionalProperties":false,"properties":{"name":{"type":"string","minLength":1,"maxLength":63},"hostId":{"type":"string","format":"uuid"},"remoteUser":{"type":"string","minLength":1,"maxLength":63}}};

export const problemSchema: SchemaNode = {"type":"object","required":["type","title","status","detail","instance","requestId"],"properties":{"type":{"type":"string","format":"uri-reference"},"title":{"type":"string"},"status":{"type":"integer","minimum":100,"maximum":599},"detail":{"type":"string"},"instance":{"type":"string","format":"uri-reference"},"requestId":{"type":"string"},"errors":{"type":"array","items":{"$ref":() => violationSchema}}}};

export const violationSchema: SchemaNode = {"type":"object","required":["message"],"properties":{"pointer":{"type":"string"},"parameter":{"type":"string"},"message":{"type":"string"}}};
