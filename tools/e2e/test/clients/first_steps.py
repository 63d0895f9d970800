"""What an integrator in Python writes, with the standard library alone."""

import hashlib
import hmac
import sys
import urllib.request


def send(url, key, body=None):
    """Prints the status and the body of the response; without a body it is a GET."""
    data = None if body is None else body.encode()
    request = urllib.request.Request(url, data, {"X-API-Key": key})
    with urllib.request.urlopen(request) as response:
        print(response.status, response.read().decode())


def verify(signature, secret, body):
    time = signature.split(",")[0].removeprefix("t=")
    digest = hmac.new(secret.encode(), f"{time}.{body}".encode(), hashlib.sha256).hexdigest()
    print("true" if f"v1={digest}" in signature.split(",") else "false")


{"send": send, "verify": verify}[sys.argv[1]](*sys.argv[2:])
