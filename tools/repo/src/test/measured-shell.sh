#!/bin/sh
# The shell of each task's script: leaves the CPU times of the script beside turbo's log of the task.
# A script that starts another is one measurement.
unset pnpm_config_script_shell
sh "$@"
status=$?
mkdir -p .turbo
times > ".turbo/cpu-$npm_lifecycle_event"
exit $status
