import { conditions } from '../../drill/conditions.ts';
import { readRules } from '../../drill/prometheus.ts';
import { scaleRules } from '../../drill/scaled-rules.ts';

const ruleOf = async (name: string, factor: number) =>
  scaleRules(await readRules(), factor).groups.flatMap(({ rules }) => rules.filter(({ alert }) => alert === name));

describe('the rules of an alert drill', () => {
  it('are those of the deployment, with shorter ranges, pauses and thresholds in seconds', async () => {
    const [retrying] = await ruleOf('JobsRetrying', 20);
    expect(retrying).toMatchObject({ expr: 'max by (task) (portal_job_retrying_seconds) > 30', for: '6000ms' });
    const [full] = await ruleOf('DatabaseDiskFull', 20);
    expect(full?.expr).toBe('sum(increase(portal_request_outcomes_total{error_type="StorageFull"}[15000ms])) > 0');
    expect(scaleRules(await readRules(), 1).groups.length).toBe((await readRules()).groups.length);
  });

  it('include every alert that a condition of the drill expects', async () => {
    const names = (await readRules()).groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
    expect(names).toEqual(expect.arrayContaining([...new Set(conditions.flatMap(({ alerts }) => alerts))]));
  });
});
