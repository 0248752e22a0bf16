"""A small service of the Compute Host Management Interface that keeps its computers in memory."""

import json
import re
import threading
import time
import urllib.parse
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MAX_BODY_BYTES = 65536
INSTALL_SECONDS = 0.3
PATHS = {
    r"/api/v0/computers": {"GET": "list_computers", "HEAD": "list_computers"},
    r"/api/v0/computers/([^/]+)": {"GET": "get_computer", "HEAD": "get_computer", "PATCH": "update_computer"},
    r"/api/v0/computers/([^/]+)/install-deps": {"POST": "retry_install_deps"},
}
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.I | re.A)
lock = threading.RLock()
computers: dict[str, dict] = {}
tokens: dict[str, str] = {}


class Problem(Exception):
    def __init__(self, status: int, kind: str, detail: str, headers: dict = {}, **more):
        self.status, self.headers = status, headers
        self.body = {"type": f"/problems/{kind}", "title": kind, "status": status, "detail": detail, **more}


def add_computer(owner: str, name: str, statuses: list[str], **fields) -> None:
    created_at = time.time_ns() // 1_000_000 - 3_600_000 + len(computers) * 60_000
    steps = []
    for step_id, status in zip(["create-computer", "configure-environment", "install-deps"], statuses):
        step = {"id": step_id, "name": step_id.replace("-", " "), "status": status}
        step |= {"startedAt": created_at} if status != "pending" else {}
        step |= {"completedAt": created_at + 900} if status in ("completed", "failed") else {}
        step |= {"error": "The command exited with code 100."} if status == "failed" else {}
        steps.append(step)
    computer_id = str(uuid.uuid4())
    computers[computer_id] = {
        "id": computer_id, "name": f"{owner}-{name}", "providerType": "managed", "createdAt": created_at,
        "status": status_of(steps), "provisioningSteps": steps, "ownerId": owner, **fields,
    }


def status_of(steps: list[dict]) -> str:
    statuses = {step["status"] for step in steps}
    return "error" if "failed" in statuses else "active" if statuses <= {"completed"} else "provisioning"


def end_install(computer: dict, step: dict) -> None:
    with lock:
        step.update(status="completed", completedAt=time.time_ns() // 1_000_000)
        computer["status"] = status_of(computer["provisioningSteps"])


def error_of(name: str, value) -> str | None:
    if name not in ("name", "hostId", "remoteUser"):
        return "is not a known property"
    if not isinstance(value, str):
        return "must be a string"
    if name == "hostId":
        return None if UUID.fullmatch(value) else "must be a UUID"
    if not 1 <= len(value) <= 63:
        return "must have 1 to 63 characters"
    return "must be well-formed Unicode" if re.search("[\ud800-\udfff]", value) else None


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def respond(self) -> None:
        request_id = str(uuid.uuid4())
        path, _, self.query = self.path.partition("?")
        headers = {"Content-Type": "application/json"}
        try:
            status, body = self.perform(path)
        except Problem as problem:
            status = problem.status
            instance = urllib.parse.quote(re.sub("%(?![0-9A-Fa-f]{2})", "%25", path), safe="/%")
            body = json.dumps(problem.body | {"instance": instance, "requestId": request_id})
            headers = {"Content-Type": "application/problem+json"} | problem.headers
        self.send_response(status)
        for name, value in {**headers, "X-Request-Id": request_id, "Content-Length": len(body)}.items():
            self.send_header(name, str(value))
        if not self.is_read:
            self.send_header("Connection", "close")  # What is left of a body is not a request.
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body.encode())

    log_message = lambda *_: None
    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = do_TRACE = respond

    def perform(self, path: str) -> tuple[int, str]:
        self.is_read = not (self.headers["Content-Length"] or self.headers["Transfer-Encoding"])
        match, methods = next(((m, PATHS[p]) for p in PATHS if (m := re.fullmatch(p, path))), (None, {}))
        if match is None:
            raise Problem(404, "not-found", "The service has no such path.")
        if self.command not in methods:
            raise Problem(405, "method-not-allowed", "See Allow.", {"Allow": ", ".join(methods)})
        scheme, _, token = self.headers.get("Authorization", "").partition(" ")
        self.owner = tokens.get(token.strip()) if scheme.lower() == "bearer" else None
        if self.owner is None:
            raise Problem(401, "unauthenticated", "Send a valid token.", {"WWW-Authenticate": "Bearer"})
        operation = methods[self.command]
        argument = self.read_update() if operation == "update_computer" else None
        with lock:
            own = {key: one for key, one in computers.items() if one["ownerId"] == self.owner}
            if operation == "list_computers":
                return 200, json.dumps(self.list_computers(own.values()))
            computer = own.get(urllib.parse.unquote(match[1]))
            if computer is None:
                raise Problem(404, "computer-not-found", "You have no computer with this ID.")
            if operation == "update_computer":
                self.update_computer(computer, argument, own.values())
            if operation == "retry_install_deps":
                self.retry_install_deps(computer)
            return 202 if operation == "retry_install_deps" else 200, json.dumps(computer)

    def read_update(self) -> dict:
        if self.headers.get_content_type() != "application/json" or "Content-Type" not in self.headers:
            raise Problem(415, "unsupported-media-type", "Send application/json.")
        try:
            body = json.loads(self.read_body().decode(), parse_constant=int)  # int("NaN") raises ValueError.
        except (ValueError, RecursionError):
            raise Problem(400, "malformed-json", "The request body is not valid JSON.") from None
        errors = [{"pointer": "", "message": "must be an object"}]
        if isinstance(body, dict):
            errors = [{"pointer": "/" + name.replace("~", "~0").replace("/", "~1"), "message": error}
                      for name, value in body.items() if (error := error_of(name, value))]
        if errors:
            raise Problem(400, "invalid-request", "See errors.", errors=errors)
        return body

    def read_body(self) -> bytes:
        content = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if "chunked" in self.headers.get("Transfer-Encoding", ""):
            while size := int(self.rfile.readline().split(b";")[0], 16):
                content += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        self.is_read = True
        if len(content) > MAX_BODY_BYTES:
            raise Problem(413, "body-too-large", f"Send at most {MAX_BODY_BYTES} bytes.")
        return content

    def list_computers(self, own) -> dict:
        pairs = urllib.parse.parse_qsl(self.query, keep_blank_values=True)
        errors, values = [], {}
        for name, valid in (("hostId", UUID), ("includeProvisioningSteps", re.compile("true|false"))):
            given = [value for key, value in pairs if key == name]
            if len(given) > 1 or any(not valid.fullmatch(value) for value in given):
                errors.append({"parameter": name, "message": "must be given once, with a valid value"})
            values[name] = given[0].lower() if given else None
        if errors:
            raise Problem(400, "invalid-request", "See errors.", errors=errors)
        found = [one for one in own if values["hostId"] in (None, one.get("hostId"))]
        found.sort(key=lambda one: (one["createdAt"], one["id"]), reverse=True)
        hidden = () if values["includeProvisioningSteps"] == "true" else ("provisioningSteps",)
        return {"computers": [{k: v for k, v in one.items() if k not in hidden} for one in found]}

    def update_computer(self, computer: dict, changes: dict, own) -> None:
        changes = changes | ({"hostId": changes["hostId"].lower()} if "hostId" in changes else {})
        others = [one for one in own if one is not computer]
        if any(one["name"] == changes.get("name") for one in others):
            raise Problem(409, "name-taken", "You already have a computer with this name.")
        if "hostId" in changes and computer.get("hostId", changes["hostId"]) != changes["hostId"]:
            raise Problem(409, "host-already-set", "The computer is already linked to a different host.")
        if "hostId" in changes and any(one.get("hostId") == changes["hostId"] for one in others):
            raise Problem(409, "host-taken", "You already have a computer that is linked to this host.")
        computer.update(changes)

    def retry_install_deps(self, computer: dict) -> None:
        steps = computer["provisioningSteps"]
        index = next((i for i, step in enumerate(steps) if step["id"] == "install-deps"), -1)
        if index < 0:
            raise Problem(409, "no-install-deps-step", "This computer has nothing to retry.")
        if steps[index]["status"] == "running":
            raise Problem(409, "install-session-running", "Wait until the install session ends.")
        if any(step["status"] != "completed" for step in steps[:index]):
            raise Problem(409, "earlier-step-not-completed", "An earlier step has not completed.")
        steps[index] = {"id": "install-deps", "name": steps[index]["name"], "status": "running",
                        "startedAt": time.time_ns() // 1_000_000, "installSessionId": str(uuid.uuid4())}
        computer["status"] = "provisioning"
        threading.Timer(INSTALL_SECONDS, end_install, [computer, steps[index]]).start()


for owner, name in (("usr_ada", "CONTRACT_TOKEN"), ("usr_bob", "CONTRACT_OTHER_TOKEN")):
    tokens[token := str(uuid.uuid4())] = owner
    print(f"export {name}={token}")
    add_computer(owner, "linked", ["completed"] * 3, hostId=str(uuid.uuid4()), remoteUser="deploy")
    add_computer(owner, "free", ["completed"] * 3, computerSource={"kind": "template", "templateId": "tpl_1"})
    add_computer(owner, "failed", ["completed", "completed", "failed"], remoteUser="ci")
    add_computer(owner, "blocked", ["completed", "failed", "pending"])
    add_computer(owner, "waiting", ["completed", "running", "pending"])
    add_computer(owner, "bare", [])
server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"export CONTRACT_BASE_URL=http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
