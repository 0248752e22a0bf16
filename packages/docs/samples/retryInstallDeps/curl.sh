curl --fail-with-body \
  "$COMPUTE_HOST_URL/api/v0/computers/cmp_01k9x3d5t1/install-deps" \
  -X POST \
  -H "Authorization: Bearer $COMPUTE_HOST_TOKEN"
