curl --fail-with-body \
  "$COMPUTE_HOST_URL/api/v0/computers/cmp_01k9x5h8w3" \
  -X PATCH \
  -H "Authorization: Bearer $COMPUTE_HOST_TOKEN" \
  --json '{ "name": "ci-runner" }'
