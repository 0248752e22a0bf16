import json
import os
from urllib.request import Request, urlopen

request = Request(
    os.environ["COMPUTE_HOST_URL"] + "/api/v0/computers?includeProvisioningSteps=true",
    headers={"Authorization": "Bearer " + os.environ["COMPUTE_HOST_TOKEN"]},
)
with urlopen(request, timeout=30) as response:
    for computer in json.load(response)["computers"]:
        print(computer["id"], computer["name"], computer.get("status"))
