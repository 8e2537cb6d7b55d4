#!/usr/bin/env node
// `npm run alerts`: writes the PrometheusRule of the Kubernetes component `monitoring` from deploy/monitoring/alerts.yml, so that
// the rules exist once.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const pathOf = (name) => fileURLToPath(new URL(`../deploy/${name}`, import.meta.url));
const text = readFileSync(pathOf('monitoring/alerts.yml'), 'utf8');
const groups = text.slice(text.indexOf('\ngroups:\n') + 1).trimEnd();
const indented = groups.split('\n').map((line) => (line === '' ? line : `  ${line}`));
const header = `# Generated from deploy/monitoring/alerts.yml by \`npm run alerts\`.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: account-portal
spec:
`;
const target = pathOf('kubernetes/components/monitoring/prometheus-rule.yaml');
writeFileSync(target, `${header}${indented.join('\n')}\n`);
