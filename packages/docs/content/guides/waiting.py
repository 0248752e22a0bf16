import json
import os
import time
from urllib.request import Request, urlopen

request = Request(
    os.environ["COMPUTE_HOST_URL"] + "/api/v0/computers/cmp_01k9x5h8w3",
    headers={"Authorization": "Bearer " + os.environ["COMPUTE_HOST_TOKEN"]},
)
deadline = time.monotonic() + 1800
status = "provisioning"
while status not in ("active", "error") and time.monotonic() < deadline:
    with urlopen(request, timeout=30) as response:
        status = json.load(response).get("status")
    if status not in ("active", "error"):
        time.sleep(2)
print(status)
