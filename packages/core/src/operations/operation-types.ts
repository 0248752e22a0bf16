import type { operations as types } from "@compute-host/types";
import type { OperationFacts } from "./operations.gen.ts";
import type { HandlerResult, ReplyBody } from "./reply.ts";

/**
 * A handler for every operation, by operationId. A missing handler, or one that returns too little, does not compile.
 */
export type OperationHandlers = HandlersOf<types, OperationFacts>;

/** Facts that an operation's types do not state. */
interface Facts {
  /** The first 2xx status. */
  readonly success: number;
  /** Whether its requests need no credentials. */
  readonly isAnonymous: boolean;
  /** The names of parameters with a default. */
  readonly filled: string;
}

/** The handlers of any description, from its generated types and facts. */
export type HandlersOf<Types, All> = {
  readonly [Id in keyof All & keyof Types]: All[Id] extends Facts ? Handler<Types[Id], All[Id]> : never;
};

/**
 * Carries out an operation: returns the body of its first success status if that is 200, nothing if it is 204, or a
 * complete reply.
 */
type Handler<Types, Own extends Facts> = (
  call: Call<Types, Own>,
) => Promise<
  (Own["success"] extends 200 | 204 ? ShortReply<ResponseOf<Types, Own["success"]>> : never) | Reply<Types>
>;

/** A request that fits the schema, with the owner that its credential names. */
type Call<Types, Own extends Facts> = {
  /** `undefined` without credentials. */
  readonly ownerId: Own["isAnonymous"] extends true ? undefined : string;
  /** The trace that the request belongs to, as a `traceparent`. */
  readonly trace: () => string;
  /** The parameters of the path. */
  readonly params: ParametersIn<Types, "path", Own["filled"]>;
  readonly query: ParametersIn<Types, "query", Own["filled"]>;
  readonly headers: ParametersIn<Types, "header", Own["filled"]>;
  readonly body: BodyOf<Types>;
};

/** The parameters that are sent in one place, as their schemas type them; one with a default always has a value. */
type ParametersIn<Types, Place extends string, Filled extends string> = Types extends {
  parameters: { [Key in Place]?: infer Given };
}
  ? [NonNullable<Given>] extends [never]
    ? Readonly<Record<string, never>>
    : WithValues<NonNullable<Given>, Filled>
  : Readonly<Record<string, never>>;

type WithValues<Given, Name extends string> = Readonly<
  Omit<Given, Name> & Required<Pick<Given, Name & keyof Given>>
>;

type BodyOf<Types> = Types extends { requestBody: { content: infer Content } }
  ? Content[keyof Content]
  : Types extends { requestBody?: infer Body }
    ? (NonNullable<Body> extends { content: infer Content } ? Content[keyof Content] : never) | undefined
    : undefined;

type ResponseOf<Types, Status> = Types extends { responses: infer Responses }
  ? Responses[Status & keyof Responses]
  : never;

/** Only a body, sent with the first success status, unless that requires a header field. */
type ShortReply<Response> =
  Record<never, never> extends HeaderFields<Response>
    ? Response extends { content: infer Content }
      ? ReplyBody<Content[keyof Content]>
      : undefined
    : never;

/** A documented status with the header fields and the body that it documents. */
type Reply<Types> = Types extends { responses: infer Responses }
  ? { [Status in keyof Responses & number]: ReplyWith<Status, Responses[Status]> }[keyof Responses & number]
  : never;

type ReplyWith<Status, Response> = { readonly status: Status } & WithFields<HeaderFields<Response>> &
  (Response extends { content: infer Content }
    ? { readonly body: ReplyBody<Content[keyof Content]> | Exclude<Content[keyof Content], string> }
    : { readonly body?: undefined });

/** Header fields may be left out together if none is required. */
type WithFields<Fields> =
  Record<never, never> extends Fields ? { readonly headers?: Fields } : { readonly headers: Fields };

/** The header fields of a response, without those that all responses have and without the index signature. */
type HeaderFields<Response> = Response extends { headers: infer Fields }
  ? {
      readonly [Name in keyof Fields as string extends Name
        ? never
        : Exclude<Name, "X-Request-Id">]: HeaderValue<Fields[Name]>;
    }
  : Record<never, never>;

/** A text, unless it is a number or a boolean. */
type HeaderValue<Value> = [Extract<Value, number | boolean>] extends [never] ? string : Value;

/** A handler of any operation, as it is called. */
export type AnyHandler = (call: {
  readonly ownerId: string | undefined;
  readonly trace: () => string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}) => Promise<HandlerResult>;
