import type { operations as types } from "@compute-host/types";
import type { MaybePromise } from "../computers/computer-store.ts";
import type { BodyContent, Operation, OperationResponse } from "../openapi/operation.ts";
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
  readonly ownerId: OwnerId<Data["security"]>;
  /** The trace that the request belongs to, as a `traceparent`. */
  readonly trace: () => string;
  /** The parameters of the path. */
  readonly params: ParametersIn<Types, Data, "path">;
  readonly query: ParametersIn<Types, Data, "query">;
  readonly headers: ParametersIn<Types, Data, "header">;
  /** The field `Accept`, if a success has several media types. */
  readonly accept?: string | undefined;
} & BodyOf<Types, Data>;

/** No owner without credentials, and perhaps none if a request may also be anonymous. */
type OwnerId<Security extends Operation["security"]> = Security extends readonly []
  ? undefined
  : readonly [] extends Security[number]
    ? string | undefined
    : string;

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

/** The body of a request; `mediaType` tells several media types apart. */
type BodyOf<Types, Data extends Operation> = Data["body"] extends infer Body extends NonNullable<
  Operation["body"]
>
  ?
      | OneBody<ContentOf<Types>, Body["content"][number], Body["content"]["length"]>
      | (Body["isRequired"] extends true
          ? never
          : { readonly body: undefined; readonly mediaType?: undefined })
  : { readonly body: undefined };

type ContentOf<Types> = Types extends { requestBody?: infer Body }
  ? NonNullable<Body> extends { content: infer Content }
    ? Content
    : never
  : never;

type OneBody<Content, One extends BodyContent, Length> = One extends unknown
  ? { readonly body: BodyValue<Content[One["mediaType"] & keyof Content], One> } & (Length extends 1
      ? unknown
      : { readonly mediaType: One["mediaType"] })
  : never;

type BodyValue<Value, One extends BodyContent> = One["kind"] extends "binary"
  ? Uint8Array
  : One["kind"] extends "text"
    ? Value extends string
      ? Value
      : string
    : One extends { fields: infer Fields }
      ? {
          readonly [Key in keyof Value]: FieldValue<
            Value[Key],
            Key extends keyof Fields ? Fields[Key] : never
          >;
        }
      : Value;

type FieldValue<Value, Field> = [Field] extends [{ kind: "file" }]
  ? (Field extends { repeats: true } ? readonly File[] : File) | (undefined extends Value ? undefined : never)
  : Value;

/** The body alone: the first success, unless that has a required header field. */
type ShortReply<Types, Data extends Operation> = ShortBody<
  FirstSuccess<Data>,
  FirstSuccessTypes<Types, Data>
>;

type ShortBody<Facts, Response> =
  RequiredNames<Facts> extends never
    ? Response extends { content: infer Content }
      ? keyof Content extends `${string}*`
        ? never
        : ReplyBody
      : undefined
    : never;

type FirstSuccess<Data extends Operation> = Data["responses"][FirstKey<Data["responses"], Data> &
  keyof Data["responses"]];

type FirstSuccessTypes<Types, Data extends Operation> = Types extends { responses: infer Responses }
  ? Responses[(`${Data["successStatus"]}` extends keyof Data["responses"] ? Data["successStatus"] : "2XX") &
      keyof Responses]
  : never;

type FirstKey<Responses, Data extends Operation> = `${Data["successStatus"]}` extends keyof Responses
  ? `${Data["successStatus"]}`
  : "2XX";

/** A documented status with the header fields and the body that it documents. */
type Reply<Types, Data extends Operation> = Types extends { responses: infer Responses }
  ? {
      [Status in keyof Responses & (number | `${number}XX`)]: ReplyWith<
        StatusOf<Status, keyof Responses>,
        Responses[Status],
        FactsOf<Data, Status>
      >;
    }[keyof Responses & (number | `${number}XX`)]
  : never;

type FactsOf<Data extends Operation, Status extends number | string> = `${Status}` extends infer Key extends
  keyof Data["responses"]
  ? Data["responses"][Key]
  : OperationResponse;

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** A status, or all of a range that are not documented themselves. */
type StatusOf<Status, Documented> = Status extends `${infer First extends Digit}XX`
  ? `${First}${Digit}${Digit}` extends `${infer One extends number}`
    ? Exclude<One, Documented>
    : never
  : Status;

type ReplyWith<Status, Response, Facts> = { readonly status: Status } & HeadersOf<Response, Facts> &
  (Response extends { content: infer Content }
    ? { readonly body: ReplyBody | JsonValue<Content> }
    : { readonly body?: undefined });

/** A value of JSON; a string is the text of a body. */
type JsonValue<Content> = {
  [Type in keyof Content]: Type extends `${string}/json` | `${string}+json`
    ? Exclude<Content[Type], string>
    : never;
}[keyof Content];

type HeadersOf<Response, Facts> =
  HeaderFields<Response, Facts> extends infer Fields
    ? Record<never, never> extends Fields
      ? { readonly headers?: Fields }
      : { readonly headers: Fields }
    : never;

type HeaderFields<Response, Facts> = Response extends { headers: infer Types }
  ? { readonly [Name in RequiredNames<Facts>]: HeaderValue<Types, Name> } & {
      readonly [Name in Exclude<NamesOf<Facts>, RequiredNames<Facts>>]?: HeaderValue<Types, Name>;
    } & (Response extends { content: infer Content } ? ContentTypeField<keyof Content & string> : unknown)
  : never;

type NamesOf<Facts> = Facts extends { headers: infer Fields } ? keyof Fields & string : never;

type RequiredNames<Facts> = Facts extends { headers: infer Fields }
  ? { [Name in keyof Fields]: Fields[Name] extends true ? Name & string : never }[keyof Fields]
  : never;

/** A text, unless it is a number; several cookies are several fields (RFC 9110, section 5.3). */
type HeaderValue<Types, Name extends string> =
  Lowercase<Name> extends "set-cookie"
    ? string | readonly string[]
    : Extract<Types[Name & keyof Types], string | number> extends never
      ? string
      : Extract<Types[Name & keyof Types], string | number>;

/** The media type of the body, which is the first documented one unless the handler names another; a range needs one. */
type ContentTypeField<MediaType extends string> = [MediaType] extends [`${string}*`]
  ? { readonly "content-type": InRange<MediaType> }
  : { readonly "content-type"?: InRange<MediaType> };

type InRange<MediaType extends string> = MediaType extends "*/*"
  ? `${string}/${string}`
  : MediaType extends `${infer Type}/*`
    ? `${Type}/${string}`
    : MediaType;

/** A handler as the routes call it, whatever its operation. */
export type AnyHandler = (call: {
  readonly ownerId: string | undefined;
  readonly trace: () => string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly accept: string | undefined;
  readonly body: unknown;
  readonly mediaType: string | undefined;
}) => MaybePromise<HandlerResult>;
