#!/bin/sh
# Runs one step of a computer. A step may run more than once, so each command here can be repeated.
set -eu
folder="${MACHINES:-/var/lib/compute-host/machines}/$COMPUTE_HOST_COMPUTER_ID"
case $1 in
create-computer)
  # Stands for a request to your cloud, with the ID as the idempotency key.
  mkdir -p "$folder"
  printf '{ "hostname": "%s.internal" }\n' "$COMPUTE_HOST_COMPUTER_ID" > "$COMPUTE_HOST_OUTPUT"
  ;;
configure-environment | install-deps)
  # Stands for a command over ssh on $COMPUTE_HOST_HOSTNAME.
  date -u > "$folder/$1"
  ;;
*)
  # The owner of the computer can read this.
  echo "There is no step $1 here." >&2
  exit 1
  ;;
esac
