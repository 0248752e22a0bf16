import type { operations as types } from "@compute-host/types";
import type { MaybePromise } from "../computers/computer-store.ts";
import type { Operation, OperationResponse } from "../openapi/operation.ts";
import type { operations } from "../openapi/operations.gen.ts";
import type { HandlerResult, ReplyBody } from "./reply.ts";

/** A handler for every operation, by operationId. A missing handler, or one that returns too little, does not compile. */
export type OperationHandlers = HandlersOf<types, typeof operations>;

/** The handlers of any description, from its generated types and data. */
export type HandlersOf<Types, Data extends readonly Operation[]> = {
  readonly [One in Data[number] as One["operationId"]]: Handler<Types[One["operationId"] & keyof Types], One>;
};

/** Carries out an operation: returns the body of its first success, or a complete reply. */
type Handler<Types, Data extends Operation> = (
  call: Call<Types, Data>,
) => MaybePromise<ShortReply<Types, Data> | Reply<Types, Data>>;

/** A request that fits the schema, with the owner that its credential names. */
type Call<Types, Data extends Operation> = {
  /** Nobody without credentials. */
  readonly ownerId: Data extends { isAnonymous: true } ? undefined : string;
  /** The trace that the request belongs to, as a `traceparent`. */
  readonly trace: () => string;
  /** The parameters of the path. */
  readonly params: ParametersIn<Types, Data, "path">;
  readonly query: ParametersIn<Types, Data, "query">;
  readonly headers: ParametersIn<Types, Data, "header">;
} & BodyOf<Types, Data>;

/** The parameters that are sent in one place, as their schemas type them; one with a default always has a value. */
type ParametersIn<Types, Data extends Operation, Place extends string> = Types extends {
  parameters: { [Key in Place]?: infer Given };
}
  ? [NonNullable<Given>] extends [never]
    ? Readonly<Record<string, never>>
    : WithValues<
        NonNullable<Given>,
        Extract<Data["parameters"][number], { in: Place; default: unknown }>["name"]
      >
  : Readonly<Record<string, never>>;

type WithValues<Given, Name extends string> = Readonly<
  Omit<Given, Name> & Required<Pick<Given, Name & keyof Given>>
>;

type BodyOf<Types, Data extends Operation> = Data["body"] extends { isRequired: infer IsRequired }
  ? { readonly body: BodyValue<Types> | (IsRequired extends true ? never : undefined) }
  : { readonly body: undefined };

type BodyValue<Types> = Types extends { requestBody?: infer Body }
  ? NonNullable<Body> extends { content: infer Content }
    ? Content[keyof Content]
    : never
  : never;

/** The body alone: the first success, unless that has a required header field. */
type ShortReply<Types, Data extends Operation> = ShortBody<
  FirstSuccess<Data>,
  FirstSuccessTypes<Types, Data>
>;

type ShortBody<Facts, Response> =
  RequiredNames<Facts> extends never ? (Response extends { content: object } ? ReplyBody : undefined) : never;

type FirstSuccess<Data extends Operation> = Data["responses"][`${Data["successStatus"]}`];

type FirstSuccessTypes<Types, Data extends Operation> = Types extends { responses: infer Responses }
  ? Responses[Data["successStatus"] & keyof Responses]
  : never;

/** A documented status with the header fields and the body that it documents. */
type Reply<Types, Data extends Operation> = Types extends { responses: infer Responses }
  ? {
      [Status in keyof Responses & number]: ReplyWith<Status, Responses[Status], FactsOf<Data, Status>>;
    }[keyof Responses & number]
  : never;

type FactsOf<Data extends Operation, Status extends number> = `${Status}` extends infer Key extends
  keyof Data["responses"]
  ? Data["responses"][Key]
  : OperationResponse;

type ReplyWith<Status, Response, Facts> = { readonly status: Status } & HeadersOf<Response, Facts> &
  (Response extends { content: infer Content }
    ? { readonly body: ReplyBody | JsonValue<Content> }
    : { readonly body?: undefined });

/** A value of JSON; a string is the text of a body. */
type JsonValue<Content> = Exclude<Content[keyof Content], string>;

type HeadersOf<Response, Facts> =
  HeaderFields<Response, Facts> extends infer Fields
    ? Record<never, never> extends Fields
      ? { readonly headers?: Fields }
      : { readonly headers: Fields }
    : never;

type HeaderFields<Response, Facts> = Response extends { headers: infer Types }
  ? { readonly [Name in RequiredNames<Facts>]: HeaderValue<Types, Name> } & {
      readonly [Name in Exclude<NamesOf<Facts>, RequiredNames<Facts>>]?: HeaderValue<Types, Name>;
    }
  : never;

type NamesOf<Facts> = Facts extends { headers: infer Fields } ? keyof Fields & string : never;

type RequiredNames<Facts> = Facts extends { headers: infer Fields }
  ? { [Name in keyof Fields]: Fields[Name] extends true ? Name & string : never }[keyof Fields]
  : never;

/** A text, unless it is a number or a boolean. */
type HeaderValue<Types, Name extends string> =
  Extract<Types[Name & keyof Types], string | number | boolean> extends never
    ? string
    : Extract<Types[Name & keyof Types], string | number | boolean>;

/** A handler as the routes call it, whatever its operation. */
export type AnyHandler = (call: {
  readonly ownerId: string | undefined;
  readonly trace: () => string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}) => MaybePromise<HandlerResult>;
