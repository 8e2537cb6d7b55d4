import { readFile } from 'node:fs/promises';

/** A file of the reference of a highly available deployment, which the fault tests run. */
export const readReference = (name: string) =>
  readFile(new URL(`../../../../deploy/high-availability/${name}`, import.meta.url), 'utf8');
