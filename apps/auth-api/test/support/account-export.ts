import { strFromU8, unzipSync } from 'fflate';
import type { Credentials, TestApi } from './api.ts';

export type Export = Record<string, Record<string, unknown>[]>;

/** Downloads a user's data. Returns the files, and the rows of the JSON files by table. */
export async function downloadExport(api: TestApi, { id }: { id: string }, credentials: Credentials) {
  const response = await api
    .send('GET', `/users/${id}/export`, credentials)
    .buffer(true)
    .parse((res, done) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () => done(null, Buffer.concat(chunks)));
    });
  expect(response.status).toBe(200);
  const files = unzipSync(response.body as Buffer);
  const texts = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
  const data: Export = {};
  for (const [name, text] of Object.entries(texts)) {
    const [, table = ''] = /^([a-z-]+?)(?:-\d+)?\.json$/.exec(name) ?? [];
    if (table !== '') data[table] = [...(data[table] ?? []), ...(JSON.parse(text) as Export[string])];
  }
  return { response, texts, data };
}
