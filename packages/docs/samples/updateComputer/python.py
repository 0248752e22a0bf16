import json
import os
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    os.environ["COMPUTE_HOST_URL"] + "/api/v0/computers/cmp_01k9x5h8w3",
    method="PATCH",
    headers={
        "Authorization": "Bearer " + os.environ["COMPUTE_HOST_TOKEN"],
        "Content-Type": "application/json",
    },
    data=json.dumps({"name": "ci-runner"}).encode(),
)
try:
    with urlopen(request, timeout=30) as response:
        print(json.load(response)["name"])
except HTTPError as error:
    raise SystemExit(json.load(error)["detail"])
