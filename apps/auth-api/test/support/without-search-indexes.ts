import type { TestApi } from './api.ts';

/**
 * Fills tables while they lack the indexes of search, and makes those again at the end: this takes PostgreSQL a fraction
 * of the work of adding to them row by row.
 */
export async function withoutSearchIndexes(api: TestApi, fill: () => Promise<unknown>): Promise<void> {
  const indexes = (await api.asOwner(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE schemaname = 'public' AND indexdef LIKE '% USING gin %'`,
  )) as { name: string; definition: string }[];
  await api.asOwner(`DROP INDEX ${indexes.map(({ name }) => name).join(', ')}`);
  await fill();
  await api.asOwner(indexes.map(({ definition }) => definition).join('; '));
}
