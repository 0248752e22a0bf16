# Read by the other scripts. Sets `url` to the service's database without its password, which is in PGPASSWORD, so that
# no list of processes shows it.
folder=$(dirname "$(dirname "$(readlink -f "$0")")")
setting() { node --env-file="$folder/compute-host.env" -p "$1"; }
database_url=$(setting 'process.env.COMPUTE_HOST_DATABASE_URL')
PGPASSWORD=$(setting 'decodeURIComponent(/:\/\/[^:@/]*:([^@]*)@/.exec(process.env.COMPUTE_HOST_DATABASE_URL)?.[1] ?? "")')
export PGPASSWORD
without_password() { printf %s "$1" | sed -E 's#(://[^:@/]*):[^@]*@#\1@#'; }
url=$(without_password "$database_url")
backups=${BACKUPS:-/var/lib/compute-host/backups}
