# The images of docker-compose.yml: `--target auth-api`, `portal`, `backup`, `dev-stack`. The first stage builds their content from the
# lock file. `node deploy/pin-bases.mjs` adds the digests of the base images.

# The content is the same for every platform (deploy/release-files.mjs refuses native modules), so it is built once.
FROM --platform=$BUILDPLATFORM node:24.21.0-bookworm-slim AS build
WORKDIR /src
ENV DO_NOT_TRACK=1 TURBO_TELEMETRY_DISABLED=1
COPY package.json package-lock.json .npmrc ./
COPY apps/auth-api/package.json apps/auth-api/package.json
COPY apps/cli/package.json apps/cli/package.json
COPY apps/e2e/package.json apps/e2e/package.json
COPY apps/dev-stack/package.json apps/dev-stack/package.json
COPY apps/portal/package.json apps/portal/package.json
COPY apps/resilience/package.json apps/resilience/package.json
COPY deploy/package.json deploy/package.json
COPY scripts/package.json scripts/package.json
COPY packages/config/package.json packages/config/package.json
COPY packages/client/package.json packages/client/package.json
COPY packages/contract/package.json packages/contract/package.json
COPY packages/instance/package.json packages/instance/package.json
COPY packages/local-postgres/package.json packages/local-postgres/package.json
COPY packages/ui/package.json packages/ui/package.json
RUN npm ci
COPY . .
RUN npx turbo run build && node deploy/release-files.mjs /release

FROM node:24.21.0-bookworm-slim AS node-base

FROM node-base AS auth-api
ARG VERSION=development
ARG COMMIT=unknown
ENV NODE_ENV=production HOST=:: PORT=9001 VERSION=${VERSION} COMMIT=${COMMIT}
WORKDIR /srv
COPY --from=build /release/auth-api /srv
COPY deploy/make-secrets.mjs deploy/is-ready.mjs /srv/
RUN install -d -o node -g node /run/owner-secrets /run/api-secrets /run/local-secrets
USER node
EXPOSE 9001
CMD ["node", "apps/auth-api/dist/main.js"]

# The same image as the server, so that pg_dump has the version of the server.
FROM postgres:18.6-bookworm AS backup
# pg_dump verifies the certificate of a managed database with these certificates. pgBackRest is for deploy/archive/compose.yml.
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates pgbackrest && rm -rf /var/lib/apt/lists/*
ARG VERSION=development
ENV NODE_ENV=production VERSION=${VERSION}
WORKDIR /srv
COPY --from=node-base /usr/local/bin/node /usr/local/bin/
COPY --from=build /release/auth-api /srv
RUN install -d -o postgres -g postgres -m 700 /backups
USER postgres
ENTRYPOINT ["node", "apps/auth-api/dist/backup.js"]
CMD ["--help"]

FROM node-base AS dev-stack
ENV EMULATOR_HOST=0.0.0.0 DATA_DIR=/var/lib/portal-local
WORKDIR /srv
COPY --from=build /release/dev-stack /srv
RUN install -d -o node -g node -m 700 /var/lib/portal-local
USER node

FROM caddy:2.11.4-alpine AS portal
ENV CADDY_METRICS_HOST=[::]
COPY --from=build /release/portal /srv/portal
COPY deploy/Caddyfile /etc/caddy/Caddyfile
# A copy has no file capabilities. With them, the program does not start in a container without capabilities.
RUN cp /usr/bin/caddy /usr/bin/caddy-plain && mv /usr/bin/caddy-plain /usr/bin/caddy \
  && install -d -o 1000 -g 1000 -m 700 /data /data/caddy /config /config/caddy
USER 1000:1000
EXPOSE 80 443
