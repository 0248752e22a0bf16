curl --fail-with-body \
  "$COMPUTE_HOST_URL/api/v0/computers?includeProvisioningSteps=true" \
  -H "Authorization: Bearer $COMPUTE_HOST_TOKEN"
