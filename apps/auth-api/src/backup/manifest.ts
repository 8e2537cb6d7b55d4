import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import { errorCode } from '../error-type.ts';
import { Fault } from '../fault.ts';
import { runProgram } from './programs.ts';

/** The two files of a backup. */
export const [dumpFile, manifestFile] = ['database.dump', 'manifest.json'];

/** What a backup says of itself, and what a restore is judged by. */
export const Manifest = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  database: z.string(),
  server: z.string(),
  /** The version of the build that made it. */
  build: z.string(),
  /** The group of the API's logins. */
  group: z.string(),
  /** The roles that rights were given to, and their members; no passwords. */
  roles: z.array(z.object({ name: z.string(), canLogin: z.boolean(), memberOf: z.array(z.string()) })),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ table: z.string(), rows: z.number(), hash: z.string() })),
  dump: z.object({ bytes: z.number(), sha256: z.string(), entries: z.number() }),
});
export type Manifest = z.infer<typeof Manifest>;

/** What is to be said of a dump that was just written, or compared with what was said then. */
export async function describeDump(folder: string): Promise<Manifest['dump']> {
  const file = path.join(folder, dumpFile);
  const list = await runProgram('pg_restore', ['--list', file]);
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const entries = list.split('\n').filter((line) => /^\d/.test(line)).length;
  return { bytes: (await stat(file)).size, sha256: hash.digest('hex'), entries };
}

/** Reads what a backup says of itself, and fails unless its dump is the one that was written then. */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const { bytes, sha256 } = manifest.dump;
  const size = await stat(path.join(folder, dumpFile)).catch(() => null);
  if (size?.size !== bytes) throw damaged(folder, `${dumpFile} has ${size?.size ?? 'no'} bytes, not ${bytes}`);
  if ((await describeDump(folder)).sha256 !== sha256) throw damaged(folder, `${dumpFile} has another checksum`);
  return manifest;
}

const damaged = (folder: string, why: string) => new Fault(`The backup in ${folder} is damaged: ${why}.`);

async function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, manifestFile);
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Fault(`${folder} is no backup: its ${manifestFile} can’t be read (${errorCode(cause)}).`, { cause });
  });
  try {
    return Manifest.parse(JSON.parse(text));
  } catch (cause) {
    throw new Fault(`The backup in ${folder} is damaged: its ${manifestFile} makes no sense.`, { cause });
  }
}
