import json
import os
import random
import time
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import Request, urlopen

TEMPORARY = {408, 425, 429, 500, 502, 503, 504, *range(520, 525), 530}


def pause_after(error, attempt):
    value = error.headers.get("Retry-After", "") if isinstance(error, HTTPError) else ""
    if value.isdigit():
        return int(value)
    try:
        return max(0, parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError):
        return random.uniform(0, 2**attempt)


def get(path, attempts=3):
    request = Request(
        os.environ["COMPUTE_HOST_URL"] + path,
        headers={"Authorization": "Bearer " + os.environ["COMPUTE_HOST_TOKEN"]},
    )
    for attempt in range(1, attempts + 1):
        try:
            with urlopen(request, timeout=30) as response:
                return json.load(response)
        # Also a broken connection.
        except (OSError, HTTPException) as error:
            is_final = isinstance(error, HTTPError) and error.code not in TEMPORARY
            if is_final or attempt == attempts:
                raise
            time.sleep(pause_after(error, attempt))


print(len(get("/api/v0/computers")["computers"]))
