#!/usr/bin/env node
// `node deploy/pin-bases.mjs [<file> …]`: adds to each base image in the Dockerfile and the Compose files the digest that its tag
// has in the registry now, and prints it. Needs docker with buildx. The release workflow runs it before it builds. Once its result
// is committed, Dependabot updates tags and digests together.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const defaults = ['Dockerfile', 'docker-compose.yml', 'deploy/monitoring/compose.yml'];
const files = process.argv.length > 2 ? process.argv.slice(2) : defaults.map((name) => path.join(root, name));
const digests = new Map();

for (const file of files) {
  const text = readFileSync(file, 'utf8');
  // Only names with a tag: a stage of the Dockerfile has none, and images of ours have variables in theirs.
  const pinned = text.replaceAll(
    /^((?:FROM(?: --platform=\S+)?| +image:) )([a-z0-9][a-z0-9./-]*:[\w.-]+)(?=\s|$)/gm,
    (_line, before, image) => `${before}${image}@${digestOf(image)}`,
  );
  if (pinned !== text) writeFileSync(file, pinned);
}

function digestOf(image) {
  const known = digests.get(image);
  if (known !== undefined) return known;
  const args = ['buildx', 'imagetools', 'inspect', image, '--format', '{{json .Manifest.Digest}}'];
  const output = execFileSync('docker', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const digest = JSON.parse(output);
  if (!/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Error(`${image} has no digest: ${digest}`);
  digests.set(image, digest);
  process.stdout.write(`${image}@${digest}\n`);
  return digest;
}
