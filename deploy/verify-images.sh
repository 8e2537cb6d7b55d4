#!/bin/sh
# `deploy/verify-images.sh <version>`: looks up the images of a release in REGISTRY (production.env) and verifies that the release
# workflow of SOURCE_REPOSITORY signed and built each of them for the tag of this version. Only then it writes their digests: for
# Compose into images.env, or into images.new.env if there is an images.env, whose version may be running; and for Kubernetes into
# images/kustomization.yaml. It pulls nothing.
#
# Needs docker with buildx, cosign 2 or newer, and gh, which is logged in (`gh auth login`).
set -eu

fail() {
  echo "$1" >&2
  exit "${2:-1}"
}

[ $# -eq 1 ] || fail 'Usage: deploy/verify-images.sh <version>, such as 0.1.0' 2
version=$1
settings=${SETTINGS_FILE:-production.env}
[ -r "$settings" ] || fail "There is no $settings here: run this in the folder of docker-compose.yml."
setting() { sed -n "s/^$1=//p" "$settings" | tail -n 1; }
registry=$(setting REGISTRY)
repository=$(setting SOURCE_REPOSITORY)
[ -n "$registry" ] && [ -n "$repository" ] || fail "$settings must set REGISTRY and SOURCE_REPOSITORY."

workflow="$repository/.github/workflows/release.yml"
# The certificate of a signature names the workflow and the tag that it ran for. So the images of another version, to which
# the tag in the registry was moved, are rejected.
signer="https://github.com/$workflow@refs/tags/v$version"
issuer=https://token.actions.githubusercontent.com

verify() {
  image=$registry/$1
  # buildx prints a text for people, whatever the format, unless it is JSON.
  digest=$(docker buildx imagetools inspect "$image:$version" --format '{{json .Manifest.Digest}}' | tr -d '"')
  expr "$digest" : 'sha256:[0-9a-f]\{64\}$' >/dev/null || fail "$image:$version has no digest: $digest"
  echo "$image:$version is $digest" >&2
  echo '  signature' >&2
  cosign verify "$image@$digest" --certificate-identity "$signer" --certificate-oidc-issuer "$issuer" >/dev/null
  echo '  list of its packages (SBOM)' >&2
  cosign verify-attestation "$image@$digest" --type cyclonedx \
    --certificate-identity "$signer" --certificate-oidc-issuer "$issuer" >/dev/null
  echo '  provenance' >&2
  gh attestation verify "oci://$image@$digest" --repo "$repository" --signer-workflow "$workflow" \
    --source-ref "refs/tags/v$version" >/dev/null
}

verify auth-api
auth_api=$digest
verify portal
portal=$digest
verify backup
backup=$digest

images=images.env
if [ -e images.env ]; then images=images.new.env; fi
cat >"$images.part" <<END
# Written by deploy/verify-images.sh.
VERSION=$version
AUTH_API_DIGEST=$auth_api
PORTAL_DIGEST=$portal
BACKUP_DIGEST=$backup
END
mkdir -p images
cat >images/kustomization.yaml <<END
# Written by deploy/verify-images.sh for version $version.
apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
images:
  - { name: registry.invalid/account-portal/auth-api, newName: $registry/auth-api, digest: $auth_api }
  - { name: registry.invalid/account-portal/portal, newName: $registry/portal, digest: $portal }
  - { name: registry.invalid/account-portal/backup, newName: $registry/backup, digest: $backup }
END
mv "$images.part" "$images"
echo "Wrote $images for version $version." >&2
