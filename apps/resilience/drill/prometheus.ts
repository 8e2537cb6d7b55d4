import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pollUntil } from '@portal/auth-api/test/support/polling.ts';
import { parse } from 'yaml';
import * as z from 'zod';
import { startExternalProcess } from '../faults/external-process.ts';
import { freePorts } from '../support/free-ports.ts';
import { RuleFile, scaleRules } from './scaled-rules.ts';

const rulesFile = fileURLToPath(new URL('../../../deploy/monitoring/alerts.yml', import.meta.url));

export const readRules = async (): Promise<RuleFile> => RuleFile.parse(parse(await readFile(rulesFile, 'utf8')));

const Alerts = z.object({
  data: z.object({ alerts: z.array(z.object({ state: z.string(), labels: z.object({ alertname: z.string() }) })) }),
});

const QueryResult = z.object({
  data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }),
});

export interface Prometheus {
  /** The names of the alerts that fire now. */
  firing(): Promise<ReadonlySet<string>>;
  stop(): Promise<void>;
}

interface PrometheusOptions {
  readonly program: string;
  readonly scale: number;
  /** The ports of `/metrics`, by job. */
  readonly targets: Readonly<Record<string, readonly number[]>>;
}

/** Starts Prometheus with the rules and the intervals of deploy/monitoring, all durations divided by `scale`. */
export async function startPrometheus({ program, scale, targets }: PrometheusOptions): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'prometheus-'));
  const [port = 0] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const scrapeInterval = `${Math.ceil(15_000 / scale)}ms`;
  const config = {
    global: { scrape_interval: scrapeInterval, scrape_timeout: scrapeInterval, evaluation_interval: scrapeInterval },
    rule_files: ['rules.yml'],
    scrape_configs: Object.entries(targets).map(([job, ports]) => ({
      job_name: job,
      static_configs: [{ targets: ports.map((each) => `127.0.0.1:${each}`) }],
    })),
  };
  // JSON is YAML.
  await writeFile(join(folder, 'rules.yml'), JSON.stringify(scaleRules(await readRules(), scale)));
  await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const isReady = () =>
    fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  const running = await startExternalProcess({
    program,
    args: [
      ...[`--config.file=${join(folder, 'prometheus.yml')}`, `--storage.tsdb.path=${join(folder, 'data')}`],
      ...[`--web.listen-address=127.0.0.1:${port}`, '--log.level=error'],
    ],
    isReady,
  });
  // What happens before the first scrape of a target is in no increase.
  const countScrapes = async () => {
    const query = new URLSearchParams({ query: 'min(count_over_time(up[1h]))' });
    const response = await fetch(`${url}/api/v1/query?${query.toString()}`);
    return Number(QueryResult.parse(await response.json()).data.result[0]?.value[1] ?? 0);
  };
  await pollUntil(countScrapes, (count) => count >= 3);
  return {
    async firing() {
      const { data } = Alerts.parse(await (await fetch(`${url}/api/v1/alerts`)).json());
      return new Set(data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname));
    },
    async stop() {
      await running.stop('SIGKILL');
      await rm(folder, { recursive: true });
    },
  };
}
