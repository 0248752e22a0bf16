curl --fail-with-body --get \
  "$COMPUTE_HOST_URL/api/v0/computers" \
  --data includeProvisioningSteps=true \
  -H "Authorization: Bearer $COMPUTE_HOST_TOKEN"
