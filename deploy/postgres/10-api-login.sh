#!/bin/sh
# Runs once, when the database is created. Creates the API's login, which owns nothing: see docs/operating/configure.md.
set -eu
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 \
  --set password="$(cat /run/owner-secrets/api_password)" <<'SQL'
CREATE ROLE portal_auth_api NOLOGIN;
CREATE ROLE auth_api LOGIN PASSWORD :'password' IN ROLE portal_auth_api;
SQL
