#!/bin/sh
# Runs a command of the service with the service's settings. Run it as the service's user.
set -eu
folder=$(dirname "$(readlink -f "$0")")
exec node --env-file="$folder/compute-host.env" "$folder/node_modules/.bin/compute-host" "$@"
