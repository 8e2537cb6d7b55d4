# The commands of docs/operating for Kubernetes, with kubectl and jq: `. deploy/commands/kubernetes.sh`
backups=/backups
portal_kubectl() { kubectl -n account-portal "$@"; }

# What runs
portal_status() { portal_kubectl get pods,jobs,cronjobs; }
# The logs of the last minutes or hours (`15m`, `24h`), in the order of time
pod_log() { portal_kubectl logs --selector "$1" --tail -1 --since "$2" --max-log-requests 20; }
api_log() { pod_log app.kubernetes.io/name=auth-api "$1"; }
proxy_log() { pod_log app.kubernetes.io/name=portal "$1"; }
migration_log() { pod_log app.kubernetes.io/name=migrate "$1"; }
database_log() { pod_log cnpg.io/cluster=database "$1"; }
monitoring_log() { kubectl -n monitoring logs --selector app.kubernetes.io/name=prometheus --tail -1 --since "$1"; }
# Runs a command in a new job like another one, and prints its log: the name of the job, its definition as JSON, and the command
run_job() {
  job=$1-$(date +%s) definition=$2 && shift 2
  printf '%s' "$definition" | jq --arg name "$job" '{ apiVersion, kind, metadata: { name: $name }, spec: { backoffLimit: 0,
    template: (.spec.template | { metadata: { labels: (.metadata.labels | with_entries(select(.key == "app.kubernetes.io/name"))) },
      spec: (.spec | .containers[0] += { command: $ARGS.positional, args: [] }) }) } }' --args -- "$@" |
    portal_kubectl create --filename - >&2 || return
  portal_kubectl logs --follow --pod-running-timeout=10m "job/$job"
  portal_kubectl wait --for=condition=complete --timeout=1m "job/$job" >&2 && portal_kubectl delete job "$job" >&2
}
owner_command() { run_job owner "$(portal_kubectl create job any --from=cronjob/backup --dry-run=client --output json)" "$@"; }
# `psql` in the database, with its arguments, such as `--command`
owner_psql() { owner_command sh -c 'exec psql "$(cat "$MIGRATION_DATABASE_URL_FILE")" "$@"' psql "$@"; }
# The commands of the API: `auth0.js`, `billing.js`, `request.js`
api_command() {
  program=$1 && shift
  portal_kubectl exec --stdin deploy/auth-api -- node "apps/auth-api/dist/$program" "$@"
}
# The commands of the owner of the database: `backup.js` without its name, and `migrate.js`
backup_command() { owner_command node apps/auth-api/dist/backup.js "$@"; }
migrate_command() { run_job migrate "$(portal_kubectl get job migrate --output json)" node apps/auth-api/dist/migrate.js "$@"; }
# The names of the backups, the newest last
list_backups() { owner_command ls "$backups"; }
# The signing keys
keys_command() {
  SIGNING_KEYS_DIR=keys npm run --silent keys -- "$@" || return
  portal_kubectl create secret generic signing-keys --from-file=keys --dry-run=client --output yaml | portal_kubectl apply --filename -
}
# The nightly backup and the monthly rehearsal, now
cron_now() {
  job=$1-$(date +%s)
  portal_kubectl create job "$job" "--from=cronjob/$1" && portal_kubectl logs --follow --pod-running-timeout=10m "job/$job"
  portal_kubectl wait --for=condition=complete --timeout=1m "job/$job"
}
backup_now() { cron_now backup; }
rehearse_now() { cron_now rehearsal; }
# The API, with changed settings and secrets, one replica after the other
restart_api() { portal_kubectl rollout restart deploy/auth-api && portal_kubectl rollout status deploy/auth-api; }
stop_api() { portal_kubectl scale deploy/auth-api --replicas 0 && portal_kubectl rollout status deploy/auth-api; }
start_api() { portal_kubectl scale deploy/auth-api --replicas 2 && portal_kubectl rollout status deploy/auth-api; }
# Caddy
restart_proxy() { portal_kubectl rollout restart deploy/portal && portal_kubectl rollout status deploy/portal; }
# PostgreSQL, if it runs by CloudNativePG
database_status() { portal_kubectl describe cluster database; }
start_database() { portal_kubectl annotate --overwrite cluster database "kubectl.kubernetes.io/restartedAt=$(date -u +%FT%TZ)"; }
pgbackrest_command() { portal_kubectl describe cluster database; }
# The free space of the disks
disk_space() { portal_kubectl get pvc && portal_kubectl exec database-1 -- df -h; }
# The status with which a URL responds to the API, or why it does not
api_fetch() {
  portal_kubectl exec deploy/auth-api -- node --eval 'fetch(process.argv[1]).then((r) => console.log(r.status), (e) => console.log(e.cause ?? e))' "$1"
}
# Prometheus and its exporters
monitoring_status() { kubectl -n monitoring get pods; }
restart_monitoring() { kubectl -n monitoring delete pods --selector app.kubernetes.io/name=prometheus; }
