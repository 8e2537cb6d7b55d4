import * as z from 'zod';

/** As much of alerts.yml as the drill reads. */
export const RuleFile = z.object({
  groups: z.array(
    z.object({
      name: z.string(),
      rules: z.array(z.looseObject({ alert: z.string().optional(), expr: z.string(), for: z.string().optional() })),
    }),
  ),
});
export type RuleFile = z.infer<typeof RuleFile>;

/** The thresholds that are a duration, by alert. */
const thresholdsInSeconds: Readonly<Record<string, readonly number[]>> = {
  ReplicaHangs: [4],
  LongTransaction: [1_800],
  JobsRetrying: [600],
  JobsStuck: [300],
};

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A duration of Prometheus, such as `5m`, divided by the factor. */
function shortened(duration: string, factor: number): string {
  const [, count = '', unit = ''] = /^(\d+)([smhd])$/.exec(duration) ?? [];
  const ms = unitMs[unit];
  if (ms === undefined) throw new Error(`The rules have an unknown duration: ${duration}.`);
  return `${Math.ceil((Number(count) * ms) / factor)}ms`;
}

/** The same rules with every range, `for` and threshold in seconds divided by the factor. */
export function scaleRules({ groups }: RuleFile, factor: number): RuleFile {
  return {
    groups: groups.map(({ rules, ...group }) => ({
      ...group,
      rules: rules.map((rule) => {
        let expr = rule.expr.replaceAll(/\[(\w+)\]/g, (_range, duration: string) => `[${shortened(duration, factor)}]`);
        for (const seconds of thresholdsInSeconds[rule.alert ?? ''] ?? []) {
          if (!new RegExp(`> ${seconds}\\b`).test(expr))
            throw new Error(`${rule.alert} has no threshold of ${seconds} s.`);
          expr = expr.replace(new RegExp(`> ${seconds}\\b`), `> ${seconds / factor}`);
        }
        return { ...rule, expr, ...(rule.for !== undefined && { for: shortened(rule.for, factor) }) };
      }),
    })),
  };
}
