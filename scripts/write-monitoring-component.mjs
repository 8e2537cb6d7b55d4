#!/usr/bin/env node
// `npm run alerts`: writes the PrometheusRule and the dashboard of the Kubernetes component `monitoring` from deploy/monitoring, so
// that both exist once.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseOptions } from './parse-options.mjs';

parseOptions(`Usage: npm run alerts
Writes the alerts and the dashboard of deploy/monitoring into the Kubernetes component \`monitoring\`.`);
const pathOf = (name) => fileURLToPath(new URL(`../deploy/${name}`, import.meta.url));
const read = (name) => readFileSync(pathOf(`monitoring/${name}`), 'utf8').trimEnd();
const write = (name, text) => writeFileSync(pathOf(`kubernetes/components/monitoring/${name}`), `${text}\n`);
const indent = (text, spaces) =>
  text
    .split('\n')
    .map((line) => (line === '' ? line : `${' '.repeat(spaces)}${line}`))
    .join('\n');

const alerts = read('alerts.yml');
write(
  'prometheus-rule.yaml',
  `# Generated from deploy/monitoring/alerts.yml by \`npm run alerts\`.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: account-portal
spec:
${indent(alerts.slice(alerts.indexOf('\ngroups:\n') + 1), 2)}`,
);

write(
  'dashboard.yaml',
  `# Generated from deploy/monitoring/dashboard.json by \`npm run alerts\`. The chart of kube-prometheus-stack loads it by its label.
apiVersion: v1
kind: ConfigMap
metadata:
  name: account-portal-dashboard
  labels: { grafana_dashboard: '1' }
data:
  account-portal.json: |
${indent(read('dashboard.json'), 4)}`,
);
