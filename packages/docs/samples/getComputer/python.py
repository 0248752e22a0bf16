import json
import os
from urllib.request import Request, urlopen

request = Request(
    os.environ["COMPUTE_HOST_URL"] + "/api/v0/computers/cmp_01k9x5h8w3",
    headers={"Authorization": "Bearer " + os.environ["COMPUTE_HOST_TOKEN"]},
)
with urlopen(request, timeout=30) as response:
    computer = json.load(response)
print(computer["name"], computer.get("status"))
