# The commands of docs/operating for a machine without containers: `. /srv/account-portal/api/deploy/commands/systemd.sh`
backups=/var/lib/account-portal-backups

# What runs
portal_status() { systemctl list-units --all --no-pager 'account-portal-*' 'postgresql@*'; }
# The logs of the last minutes or hours (`15m`, `24h`), in the order of time
api_log() { sudo journalctl --output cat --since "-$1" --unit 'account-portal-api@*'; }
proxy_log() { sudo journalctl --output cat --since "-$1" --unit account-portal-proxy; }
migration_log() { sudo journalctl --output cat --since "-$1" --unit 'account-portal-migrate@*'; }
database_log() { sudo journalctl --output cat --since "-$1" --unit 'postgresql@*' && sudo sh -c 'tail --lines 100 /var/log/postgresql/*.log'; }
monitoring_log() { sudo journalctl --output cat --since "-$1" --unit 'prometheus*'; }
# `psql` in the database, with its arguments, such as `--command`
owner_psql() { sudo -u postgres psql --dbname portal "$@"; }
# The commands of the API: `auth0.js`, `billing.js`, `request.js`
api_command() (
  secrets=/etc/account-portal/secrets
  program=$1 && shift
  cd /srv/account-portal/api/auth-api
  sudo env SIGNING_KEYS_DIR=/etc/account-portal/keys DATABASE_URL_FILE=$secrets/database_url SMTP_URL_FILE=$secrets/smtp_url \
    AUTH0_CLIENT_SECRET_FILE=$secrets/auth0_client_secret STRIPE_SECRET_KEY_FILE=$secrets/stripe_secret_key \
    STRIPE_WEBHOOK_SECRETS_FILE=$secrets/stripe_webhook_secrets \
    node --env-file=/etc/account-portal/auth-api.env --env-file=../version.env "apps/auth-api/dist/$program" "$@"
)
# The commands of the owner of the database: `backup.js` without its name, and `migrate.js`, of the version in `version` or that which runs
owner_command() (
  cd "/srv/account-portal/${version:-api}/auth-api"
  sudo env MIGRATION_DATABASE_URL_FILE=/etc/account-portal/secrets/owner_url \
    node --env-file=/etc/account-portal/auth-api.env --env-file=../version.env "$@"
)
backup_command() { owner_command apps/auth-api/dist/backup.js "$@"; }
migrate_command() { owner_command apps/auth-api/dist/migrate.js "$@"; }
# The names of the backups, the newest last
list_backups() { sudo ls "$backups"; }
# The signing keys
keys_command() {
  sudo -u account-portal env SIGNING_KEYS_DIR=/etc/account-portal/keys \
    node /srv/account-portal/api/auth-api/apps/auth-api/dist/keys.js "$@"
}
# The nightly backup and the monthly rehearsal, now
backup_now() { sudo systemctl start account-portal-backup || { sudo journalctl --unit account-portal-backup --since -1h; false; }; }
rehearse_now() { sudo systemctl start account-portal-rehearsal || { sudo journalctl --unit account-portal-rehearsal --since -1h; false; }; }
# The API, with changed settings and secrets, one replica after the other
restart_api() {
  host=$(sed -n 's/^HOST=//p' /etc/account-portal/auth-api.env)
  for replica in /etc/account-portal/replica-*.env; do
    number=$(basename "$replica" .env) && port=$(sed -n 's/^PORT=//p' "$replica")
    sudo systemctl restart "account-portal-api@${number#replica-}" &&
      curl --fail --retry 30 --retry-connrefused --retry-delay 1 "http://$host:$port/health/ready" || return
  done
}
stop_api() { sudo systemctl stop 'account-portal-api@*'; }
start_api() { restart_api; }
# Caddy
restart_proxy() { sudo systemctl restart account-portal-proxy; }
# PostgreSQL
database_status() { systemctl status --no-pager 'postgresql@*'; }
start_database() { sudo systemctl start postgresql; }
pgbackrest_command() { sudo -u postgres pgbackrest --stanza=portal "$@"; }
# The free space of the disks
disk_space() { df -h; }
# The status with which a URL responds to the API, or why it does not
api_fetch() { curl --silent --show-error --output /dev/null --write-out '%{http_code}\n' "$1"; }
# Prometheus and its exporters
monitoring_status() { systemctl list-units --all --no-pager 'prometheus*'; }
restart_monitoring() { sudo systemctl restart prometheus prometheus-node-exporter prometheus-postgres-exporter prometheus-blackbox-exporter; }
