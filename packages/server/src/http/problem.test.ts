import { ConflictError, ProblemError } from "@compute-host/core";
import { expect, test } from "vitest";
import { AuthenticationUnavailableError } from "../auth/authenticator.ts";
import { ComputerConflictError, StorageError } from "../computers/store-errors.ts";
import { problemOf } from "./problem.ts";

const ofFastify = (code: string) => Object.assign(new Error(), { code });
const after = (seconds: string) => ({ headers: { "retry-after": seconds } });

test.each([
  [new ProblemError("not-found", after("9")), "not-found", after("9")],
  [new ConflictError("host-taken"), "host-taken", {}],
  [new ComputerConflictError("name-taken"), "name-taken", {}],
  [new ComputerConflictError("no-such-step"), "internal-error", {}],
  [new StorageError("busy", { isUnprocessed: true }), "unavailable", after("1")],
  [new StorageError("lost", { isUnprocessed: false }), "internal-error", {}],
  [new AuthenticationUnavailableError(), "unavailable", after("30")],
  [ofFastify("FST_ERR_CTP_BODY_TOO_LARGE"), "body-too-large", {}],
  [ofFastify("FST_ERR_CTP_INVALID_MEDIA_TYPE"), "unsupported-media-type", {}],
  [ofFastify("FST_ERR_CTP_INVALID_CONTENT_LENGTH"), "malformed-http", {}],
  [ofFastify("FST_ERR_BAD_URL"), "malformed-url", {}],
  [ofFastify("FST_ERR_NOT_FOUND"), "not-found", {}],
  [ofFastify("FST_ERR_OTHER"), "internal-error", {}],
  [new Error("bug"), "internal-error", {}],
  [undefined, "internal-error", {}],
])("%s is the problem %s with %j", (error, code, options) => {
  expect(problemOf(error)).toMatchObject({ code, options });
});
