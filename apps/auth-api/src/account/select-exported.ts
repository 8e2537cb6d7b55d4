import type { Decision, Model } from './column-decisions.ts';
import { exportedColumns } from './personal-data.ts';

type ExportedField<M extends Model> = {
  [F in keyof (typeof exportedColumns)[M]]: (typeof exportedColumns)[M][F] extends true ? F : never;
}[keyof (typeof exportedColumns)[M]];

/** Selects the exported columns of a model, for Prisma's `select`. */
export function selectExported<M extends Model>(model: M): Record<ExportedField<M>, true> {
  const columns: Record<string, Decision> = exportedColumns[model];
  const exported = Object.entries(columns).filter(([, decision]) => decision === true);
  return Object.fromEntries(exported) as Record<ExportedField<M>, true>;
}
