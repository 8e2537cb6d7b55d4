#!/bin/sh
# Recovers the newest base backup and all archived WAL into the folder PGBACKREST_PG1_PATH, and prints the time of the last
# transaction that it has. Fails if that is more than 15 minutes ago: a job of the API writes every minute.
set -eu
data=$PGBACKREST_PG1_PATH
sockets=/var/run/postgresql
query() { psql --host "$sockets" --username portal --dbname portal --no-align --tuples-only --command "$1"; }

install -d -m 700 "$data"
pgbackrest restore
# Recovery needs at least the connections of the server that wrote the WAL.
pg_ctl --pgdata "$data" --wait --timeout 3600 --options \
  "-c archive_mode=off -c max_connections=200 -c listen_addresses='' -c unix_socket_directories='$sockets'" start
trap 'pg_ctl --pgdata "$data" --mode immediate stop' EXIT
# If the recovery fails, the server stops. Then the query fails, and with it this script.
while recovering=$(query 'SELECT pg_is_in_recovery()') || exit 1; [ "$recovering" = t ]; do sleep 1; done
echo "Recovered the archive up to $(query 'SELECT pg_last_xact_replay_timestamp()'), with $(query 'SELECT count(*) FROM users') users."
[ "$(query "SELECT now() - pg_last_xact_replay_timestamp() < interval '15 minutes'")" = t ] || {
  echo 'The archive is more than 15 minutes behind.' >&2
  exit 1
}
