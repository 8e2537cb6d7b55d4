# The commands of docs/operating for Docker Compose. In the folder of docker-compose.yml: `. deploy/commands/compose.sh`
export COMPOSE_ENV_FILES="$PWD/production.env,$PWD/images.env"
backups=/backups

# What runs
portal_status() { docker compose ps --all; }
# The logs of the last minutes or hours (`15m`, `24h`), in the order of time
api_log() { docker compose logs --no-log-prefix --since "$1" auth-api; }
proxy_log() { docker compose logs --no-log-prefix --since "$1" portal; }
migration_log() { docker compose logs --no-log-prefix --since "$1" setup migrate; }
database_log() { docker compose logs --no-log-prefix --since "$1" postgres; }
monitoring_log() { docker compose logs --no-log-prefix --since "$1" prometheus postgres-exporter node-exporter blackbox-exporter; }
# `psql` in the database, with its arguments, such as `--command`
owner_psql() { docker compose exec -T postgres psql --username portal --dbname portal "$@"; }
# The commands of the API: `auth0.js`, `billing.js`, `request.js`
api_command() {
  program=$1 && shift
  docker compose run --rm --no-deps -T auth-api node "apps/auth-api/dist/$program" "$@"
}
# The commands of the owner of the database: `backup.js` without its name, and `migrate.js`
backup_command() { docker compose run --rm --no-deps -T backup "$@"; }
migrate_command() { docker compose run --rm --no-deps -T migrate node apps/auth-api/dist/migrate.js "$@"; }
# The names of the backups, the newest last
list_backups() { docker compose run --rm --no-deps -T --entrypoint ls backup "$backups"; }
# The signing keys
keys_command() { docker compose run --rm --no-deps --user node -e SIGNING_KEYS_DIR=/run/api-secrets/keys setup node apps/auth-api/dist/keys.js "$@"; }
# The nightly backup and the monthly rehearsal, now
backup_now() { sudo /etc/cron.daily/account-portal; }
rehearse_now() { sudo /etc/cron.monthly/account-portal; }
# The API, with changed settings and secrets
restart_api() { docker compose up -d --no-deps --force-recreate auth-api; }
stop_api() { docker compose stop auth-api; }
start_api() { docker compose up -d auth-api; }
# Caddy
restart_proxy() { docker compose up -d --no-deps --force-recreate portal; }
# PostgreSQL
database_status() { docker compose ps --all postgres; }
start_database() { docker compose up -d postgres; }
pgbackrest_command() { docker compose exec -T postgres pgbackrest "$@"; }
# The free space of the disks
disk_space() { df -h && docker system df; }
# The status with which a URL responds to the API, or why it does not
api_fetch() {
  docker compose exec -T auth-api node --eval 'fetch(process.argv[1]).then((r) => console.log(r.status), (e) => console.log(e.cause ?? e))' "$1"
}
# Prometheus and its exporters
monitoring_status() { docker compose ps --all prometheus postgres-exporter node-exporter blackbox-exporter portal; }
restart_monitoring() { docker compose up -d --no-deps --force-recreate prometheus postgres-exporter node-exporter blackbox-exporter; }
