"""An instance of the platform in Python, for one workspace. It logs users in from the account portal, logs them out with it, follows
changes of their role, and accepts the API tokens of the workspace. It needs PyJWT and cryptography."""

import ipaddress
import json
import os
import re
import secrets
import sys
import threading
import time
import traceback
from http.client import HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.parse import parse_qsl, quote, urlencode, urlsplit
from urllib.request import Request, urlopen

import jwt

API, PORTAL, WORKSPACE_ID = (os.environ[name] for name in ("AUTH_API_URL", "PORTAL_URL", "WORKSPACE_ID"))
ISSUER = os.environ.get("TOKEN_ISSUER", API)
# The addresses of your proxies: without them, cookies are not secure, and API tokens come from the wrong network.
PROXIES = [ipaddress.ip_network(each) for each in os.environ.get("TRUSTED_PROXIES", "127.0.0.0/8,::1").split(",")]
CHECK_EVERY = 300
LOGOUT = "http://schemas.openid.net/event/backchannel-logout"
WORKSPACE_CHANGED = "urn:account-portal:workspace-changed"
NO_ANSWER = (OSError, HTTPException, ValueError)

# Who is logged in, by the value of the cookie. Use a database: this is lost when the process ends.
sessions, changes = {}, threading.Lock()


def call(path, data=None, headers=None):
    """Calls the API. Returns the status and the answer. Raises one of NO_ANSWER if there is none."""
    try:
        with urlopen(Request(API + path, data, headers or {}), timeout=5) as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        return error.code, None


class Keys:
    """The keys of the account portal, cached for five minutes. An unknown key is asked for at most every 30 seconds."""

    by_id, read_at, lock = {}, float("-inf"), threading.Lock()

    def find(self, kid):
        with self.lock:
            age = time.monotonic() - self.read_at
            if age > 300 or (kid not in self.by_id and age > 30):
                status, answer = call("/.well-known/jwks.json")
                if status != 200:
                    raise OSError("The keys could not be read.")
                self.by_id = {key["kid"]: jwt.PyJWK(key).key for key in answer["keys"] if key["alg"] == "ES256"}
                self.read_at = time.monotonic()
        if kid not in self.by_id:
            # It may be newer than ours, so the API should send its token again.
            raise OSError("This key is unknown.")
        return self.by_id[kid]


keys = Keys()


def verify(token, purpose, typ, audience, claims):
    """Verifies a JWT of the account portal. The id of its key begins with what the key signs."""
    header = jwt.get_unverified_header(token)
    if header.get("typ") != typ:
        raise jwt.InvalidTokenError("This is another kind of token.")
    if not header.get("kid", "").startswith(f"{purpose}-"):
        raise jwt.InvalidKeyError("This key signs something else.")
    # `verify_iat` would reject a token of an API whose clock is ahead of ours.
    options = {"require": ["iss", "aud", "iat", *claims], "verify_iat": False}
    key = keys.find(header["kid"])
    return jwt.decode(token, key, algorithms=["ES256"], issuer=ISSUER, audience=audience, options=options)


def redeem(code, state):
    """Redeems a code for a session."""
    body = json.dumps({"code": code, "state": state}).encode()
    status, entered = call("/complete-auth-connect", body, {"Content-Type": "application/json"})
    if status != 200:
        raise ValueError(f"The account portal answered {status}.")
    if entered["workspace"]["id"] != WORKSPACE_ID:
        raise ValueError("The code is for another workspace.")
    claims = verify(entered["token"], "instance", "instance+jwt", "instance", ["exp"])
    # An event or a logout token may have come meanwhile, so the first request asks again.
    return {**entered, "entered_at": claims["iat"], "ends_at": claims["exp"], "checked_at": 0}


def check(session_id, session):
    """Reads the role again. Only 401 says that the session has ended."""
    session["checked_at"] = time.time()
    status, answer = call("/auth-reconnect", headers={"Authorization": f"Bearer {session['token']}"})
    with changes:
        if status == 401:
            sessions.pop(session_id, None)
        # A newer event may have come meanwhile.
        elif status == 200 and answer["revision"] >= session["revision"]:
            session.update(answer)


def apply_change(change):
    """Applies the state of the workspace to the sessions that have an older one."""
    roles = {member["userId"]: member["role"] for member in change["members"]}
    with changes:
        for session_id, session in list(sessions.items()):
            if session["revision"] >= change["revision"]:
                continue
            if session["user"]["id"] not in roles:
                del sessions[session_id]
                continue
            session["workspace"]["displayName"] = change["displayName"]
            session.update(role=roles[session["user"]["id"]], revision=change["revision"])


def event_error(error):
    """The code of RFC 8935 for a token that was rejected."""
    keys_of = {jwt.InvalidKeyError: "invalid_key", jwt.InvalidSignatureError: "invalid_key"}
    claims_of = {jwt.InvalidIssuerError: "invalid_issuer", jwt.InvalidAudienceError: "invalid_audience"}
    return {**keys_of, **claims_of}.get(type(error), "invalid_request")


class Instance(BaseHTTPRequestHandler):
    timeout = 10  # seconds that a client may take

    def log_request(self, *_arguments):
        """Logs nothing: the URLs have codes."""

    def answer(self, status, body="", **headers):
        is_text = isinstance(body, str)
        content = (body if is_text else json.dumps(body)).encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/plain; charset=utf-8" if is_text else "application/json")
        self.send_header("Content-Length", str(len(content)))
        for name, value in [*headers.items(), *self.cookies]:
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(content)

    def redirect(self, location):
        self.answer(303, Location=location)

    def client(self):
        """The address that connected to the first proxy."""
        forwarded = re.findall(r"[^,\s]+", self.headers.get("X-Forwarded-For", ""))
        addresses = [self.client_address[0], *reversed(forwarded)]
        return next((each for each in addresses if not is_proxy(each)), addresses[-1])

    def is_secure(self):
        return is_proxy(self.client_address[0]) and self.headers.get("X-Forwarded-Proto") == "https"

    def cookie_name(self, name):
        """`__Host-` keeps other hosts of the domain from setting the cookie. It needs HTTPS."""
        return f"__Host-{name}" if self.is_secure() else name

    def cookie(self, name):
        found = re.search(rf"(?:^|; ){self.cookie_name(name)}=([\w-]+)", self.headers.get("Cookie", ""))
        return found and found[1]

    def set_cookie(self, name, value):
        attributes = "Path=/; HttpOnly; SameSite=Lax" + ("; Secure" if self.is_secure() else "")
        self.cookies.append(("Set-Cookie", f"{self.cookie_name(name)}={value}; {attributes}"))

    def body(self):
        return self.rfile.read(min(int(self.headers.get("Content-Length", 0)), 1_000_000)).decode(errors="replace")

    def auth_connect(self):
        """The portal sends the browser here. The first visit has no state: the browser gets one, and fetches a code that belongs to it."""
        query = self.query
        # Anyone can create a workspace with the URL of this instance.
        if query.get("workspaceId") != WORKSPACE_ID:
            return self.answer(403, "This instance serves another workspace.")
        if "state" not in query:
            state = secrets.token_hex(16)
            self.set_cookie("state", state)
            kept = {name: query[name] for name in ("code", "redirect") if name in query}
            return self.redirect(f"{API}/workspaces/{WORKSPACE_ID}/go?{urlencode({**kept, 'state': state})}")
        if query["state"] != self.cookie("state"):
            return self.answer(403, "This browser did not start the login.")
        self.set_cookie("state", "")
        session_id = secrets.token_urlsafe(32)
        try:
            sessions[session_id] = redeem(query.get("code", ""), query["state"])
        except (jwt.PyJWTError, *NO_ANSWER) as error:
            print(f"Login: {error}", file=sys.stderr)
            return self.answer(403, "The login failed. Open the workspace in the account portal again.")
        self.set_cookie("session", session_id)
        self.redirect(safe_path(query.get("redirect", "")))

    def refresh_auth(self):
        """After the owner has changed a role or removed a member, the portal sends the owner's browser here. That is only a hint, and
        anyone can give it: each session is checked when it is used next."""
        for session in list(sessions.values()):
            session["checked_at"] = 0
        self.redirect(f"{PORTAL}/workspace/{WORKSPACE_ID}")

    def session(self):
        session_id = self.cookie("session")
        session = sessions.get(session_id)
        if session and session["ends_at"] < time.time():
            sessions.pop(session_id, None)
        elif session and session["checked_at"] < time.time() - CHECK_EVERY:
            try:
                check(session_id, session)
            except NO_ANSWER:
                pass  # An API that does not answer says nothing about the session.
        return sessions.get(session_id)

    def backchannel_logout(self):
        """OpenID Connect Back-Channel Logout 1.0. Sessions that were entered after the end (`toe`) go on."""
        token = dict(parse_qsl(self.body())).get("logout_token", "")
        try:
            claims = verify(token, "logout", "logout+jwt", WORKSPACE_ID, ["exp", "sid", "toe", "events"])
            if LOGOUT not in claims["events"]:
                raise jwt.InvalidTokenError("No logout.")
        except jwt.PyJWTError:
            return self.answer(400, {"error": "invalid_request"})
        except NO_ANSWER:
            # The API sends the token again after 503, but not after 400.
            return self.answer(503, {"error": "temporarily_unavailable"})
        with changes:
            for session_id, session in list(sessions.items()):
                if session["sessionId"] == claims["sid"] and session["entered_at"] <= claims["toe"]:
                    del sessions[session_id]
        self.answer(200, Cache_Control="no-store")

    def workspace_events(self):
        """A Security Event Token (RFC 8417) that the API pushes (RFC 8935): the whole state of the workspace."""
        token = self.body() if self.headers.get_content_type() == "application/secevent+jwt" else ""
        try:
            claims = verify(token, "event", "secevent+jwt", WORKSPACE_ID, ["jti", "events"])
        except jwt.PyJWTError as error:
            return self.answer(400, {"err": event_error(error), "description": str(error)})
        except NO_ANSWER:
            return self.answer(503)
        if WORKSPACE_CHANGED in claims["events"]:
            apply_change(claims["events"][WORKSPACE_CHANGED])
        self.answer(202)

    def home(self):
        session = self.session()
        if not session:
            return self.answer(401, "Open the workspace in the account portal.")
        shown = {"user": session["user"]["nickname"], "workspace": session["workspace"]["displayName"]}
        self.answer(200, {**shown, "role": session["role"]})

    def api_status(self):
        """What programs call with an API token that has the scope `platform`."""
        found = re.fullmatch(r"Bearer ([\w.-]+)", self.headers.get("Authorization", ""), re.IGNORECASE)
        if not found:
            return self.answer(401, {"error": "invalid_token"}, WWW_Authenticate="Bearer")
        form = {"token": found[1], "workspace": WORKSPACE_ID, "client_address": self.client()}
        try:
            status, token = call("/oauth/introspect", urlencode(form).encode())
        except NO_ANSWER:
            status = 503
        if status != 200:
            return self.answer(503, {"error": "temporarily_unavailable"}, Retry_After="5")
        if not token["active"]:
            return self.answer(401, {"error": "invalid_token"}, WWW_Authenticate="Bearer")
        if "platform" not in token["scope"].split(" "):
            return self.answer(403, {"error": "insufficient_scope"})
        self.answer(200, {"username": token["username"], "role": token["role"]})

    def route(self, handlers):
        self.cookies = []
        url = urlsplit(self.path)
        self.query = dict(parse_qsl(url.query, keep_blank_values=True))
        try:
            handlers.get(url.path, lambda: self.answer(404))()
        except Exception:
            traceback.print_exc()
            self.answer(500, "Something went wrong.")

    def do_GET(self):
        login = {"/auth-connect": self.auth_connect, "/refresh-auth": self.refresh_auth}
        self.route({"/": self.home, "/api/status": self.api_status, **login})

    def do_POST(self):
        self.route({"/backchannel-logout": self.backchannel_logout, "/workspace-events": self.workspace_events})


def is_proxy(address):
    try:
        return any(ipaddress.ip_address(address) in network for network in PROXIES)
    except ValueError:
        return False


def safe_path(path):
    """Only a path of this instance."""
    is_safe = re.fullmatch(r"/(?![/\\])[^\\\x00-\x1f\x7f]*", path)
    return quote(path, safe="/%?#&=+:;,@!$'()*~[]") if is_safe else "/"


if __name__ == "__main__":
    server = ThreadingHTTPServer(("", int(os.environ.get("PORT", "8080"))), Instance)
    print(f"Listening on {server.server_port}", flush=True)
    server.serve_forever()
