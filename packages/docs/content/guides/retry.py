import json
import os
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def get(path, attempts=3):
    request = Request(
        os.environ["COMPUTE_HOST_URL"] + path,
        headers={"Authorization": "Bearer " + os.environ["COMPUTE_HOST_TOKEN"]},
    )
    for attempt in range(1, attempts + 1):
        try:
            with urlopen(request, timeout=30) as response:
                return json.load(response)
        except HTTPError as error:
            if attempt == attempts or error.code not in (429, 500, 502, 503, 504):
                raise
            time.sleep(int(error.headers.get("Retry-After", 2**attempt)))


print(len(get("/api/v0/computers")["computers"]))
