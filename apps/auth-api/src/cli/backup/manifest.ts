import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import { AppError } from '../../platform/errors/app-error.ts';
import { errorCode } from '../../platform/errors/error-class.ts';
import { runProgram } from './postgres-programs.ts';

/** The two files of a backup. */
export const [dumpFile, manifestFile] = ['database.dump', 'manifest.json'];

/** Describes a backup. A restore is checked against it. */
export const Manifest = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  database: z.string(),
  server: z.string(),
  /** The version of the build that created the backup. */
  build: z.string(),
  /** The group role of the API's logins. */
  group: z.string(),
  /** The roles with privileges and their members, without passwords. */
  roles: z.array(z.object({ name: z.string(), canLogin: z.boolean(), memberOf: z.array(z.string()) })),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ table: z.string(), rows: z.number(), hash: z.string() })),
  dump: z.object({ bytes: z.number(), sha256: z.string(), entries: z.number() }),
});
export type Manifest = z.infer<typeof Manifest>;

/** Describes a dump, for the manifest of a new backup or to check an existing one. */
export async function describeDump(folder: string): Promise<Manifest['dump']> {
  const file = path.join(folder, dumpFile);
  const contents = await runProgram('pg_restore', ['--list', file]);
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const entries = contents.split('\n').filter((line) => /^\d/.test(line)).length;
  return { bytes: (await stat(file)).size, sha256: hash.digest('hex'), entries };
}

/** Reads the manifest of a backup. Throws unless the dump is complete and unchanged. */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const { bytes, sha256 } = manifest.dump;
  const size = await stat(path.join(folder, dumpFile)).catch(() => null);
  if (size?.size !== bytes) throw damagedBackup(folder, `${dumpFile} has ${size?.size ?? 'no'} bytes, not ${bytes}`);
  if ((await describeDump(folder)).sha256 !== sha256)
    throw damagedBackup(folder, `${dumpFile} has a different checksum`);
  return manifest;
}

const damagedBackup = (folder: string, reason: string) =>
  new AppError(`The backup in ${folder} is damaged: ${reason}.`);

async function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, manifestFile);
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new AppError(`${folder} is not a backup: cannot read its ${manifestFile} (${errorCode(cause)}).`, { cause });
  });
  try {
    return Manifest.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError(`The backup in ${folder} is damaged: its ${manifestFile} is invalid.`, { cause });
  }
}
