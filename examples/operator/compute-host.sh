#!/bin/sh
# Runs a command of the service with the service's settings. Run it as the user of the service.
set -aeu
. /opt/compute-host/compute-host.env
exec /opt/compute-host/node_modules/.bin/compute-host "$@"
