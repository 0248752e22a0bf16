import json
import os
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    os.environ["COMPUTE_HOST_URL"] + "/api/v0/computers/cmp_01k9x3d5t1/install-deps",
    method="POST",
    headers={"Authorization": "Bearer " + os.environ["COMPUTE_HOST_TOKEN"]},
)
try:
    with urlopen(request, timeout=30) as response:
        print(response.status, json.load(response)["status"])
except HTTPError as error:
    raise SystemExit(json.load(error)["detail"])
