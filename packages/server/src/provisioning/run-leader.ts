/** The size in bytes from which the file of the output is cut to its end. */
export const maxOutputBytes = 1024 * 1024;
/** The bytes that stay after the cut. */
export const keptBytes = 64 * 1024;

/**
 * A program for `/bin/sh`: the leader of the process group of one run, which outlives the service. Its arguments are the folder of
 * the run, the file of the output, the latest start in hundredths of a second of the system's uptime, and the command.
 *
 * In the folder it writes `pid` when everything is ready, and `code`, the exit code and a dot, over the room that these files
 * have: a service that was killed reads them at its next start, and adopts the execution or its outcome.
 *
 * A second process, `keep`, writes the file of the output and looks at its size after each 512 KiB at most. `dd` writes what it
 * has read at once, so that the file can be followed. While the disk is full, it drops output, so that the command can continue. A
 * process that the command left may hold the pipe open: the leader ends after five seconds, and `keep` then drops what is written.
 */
export const leader = `
folder=$1; log=$2; before=$3; shift 3
copy() {
  read=$(LC_ALL=C dd bs=4096 count=128 2>&1 >> "$log") || read=$(LC_ALL=C dd bs=4096 count=128 2>&1 > /dev/null)
  case $read in 0+0*) return 1 ;; esac
}
keep() {
  trap '' HUP INT TERM
  trap 'over=1' USR1
  # Whatever ends it, such as a fork that the system refuses, the command gets no SIGPIPE.
  trap 'exec cat' EXIT
  umask 077
  exec < "$folder/pipe" > /dev/null 2>&1
  while copy; do
    size=$(wc -c < "$log")
    [ "\${size:-0}" -lt ${maxOutputBytes} ] || { tail -c ${keptBytes} "$log" > "$log.new" && mv -f "$log.new" "$log"; } ||
      { rm -f "$log.new"; : > "$log"; }
    [ -z "$over" ] || exec cat
  done
}
finish() {
  trap - EXIT
  # A stopped execution leaves no code, so that its step runs again.
  [ -z "$stopped" ] || { trap - TERM; kill -TERM $$; }
  printf %s. "$code" 1<> "$folder/code"
  exit "$code"
}
# The service may have been suspended since it looked at the clock. /proc/uptime has hundredths of a second.
if [ -n "$before" ]; then
  read -r uptime _ < /proc/uptime
  [ "\${uptime%.*}\${uptime#*.}" -lt "$before" ] || exit 1
fi
mkfifo -m 600 "$folder/pipe" || exit 1
over=
keep &
keeper=$!
exec 3> "$folder/pipe"
stopped=
trap 'stopped=1' TERM
printf %s $$ 1<> "$folder/pid" || exit 1
# What this shell says about a killed command, such as "Terminated", is not output, and the first file of the log is not to be
# kept open once it is cut.
exec > /dev/null 2>&1
( exec "$@" >&3 2>&3 3>&- )
code=$?
trap finish EXIT
exec 3>&-
checks=100
while [ $checks -gt 0 ] && kill -0 $keeper; do
  sleep 0.05 || sleep 1
  checks=$((checks - 1))
done
[ $checks -gt 0 ] || kill -USR1 $keeper
finish`;
