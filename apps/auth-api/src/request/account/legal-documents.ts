import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type pg from 'pg';
import { dayMs, TosVersionId, type LegalDocument, type LegalDocuments } from '@portal/contract';
import type { Settings } from '../../platform/config/settings.ts';
import { singleRow } from '../../platform/db/single-row.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { User } from '../../generated/prisma/client.ts';

/** All versions of the legal documents in LEGAL_DIR. */
export interface LegalLibrary {
  readonly currentVersionId: string;
  /** From when the days count in which API tokens still work. `recordTermsVersion` sets it once the database is reachable. */
  currentSince: Date;
  /** The same of earlier versions. */
  earlierSince: readonly { readonly id: string; readonly since: Date }[];
  find(versionId: string): LegalDocuments | undefined;
}

/** Whether a user must accept the current terms. Version ids sort by date; another replica may already have a newer version. */
export const needsTosUpdate = (user: Pick<User, 'tosVersionId'>, legal: LegalLibrary) =>
  (user.tosVersionId ?? '') < legal.currentVersionId;

interface TermsContext {
  readonly legal: LegalLibrary;
  readonly settings: Pick<Settings, 'TERMS_GRACE_DAYS'>;
}

/**
 * Whether the API tokens of a user, or of the service accounts of an owner, are refused, because the user has not accepted terms that are
 * older than `TERMS_GRACE_DAYS`.
 */
export const areTokensRefused = (user: Pick<User, 'tosVersionId'>, context: TermsContext, now: Date) =>
  needsTosUpdate(user, context.legal) && tokensRefusedAt(user, context) < now;

/**
 * From when the API tokens of a user who has not accepted the current terms are refused. A version does not extend the days of an earlier
 * one that the user has not accepted either.
 */
export function tokensRefusedAt({ tosVersionId }: Pick<User, 'tosVersionId'>, { legal, settings }: TermsContext): Date {
  const missing = legal.earlierSince.filter(({ id }) => id > (tosVersionId ?? ''));
  const since = Math.min(legal.currentSince.getTime(), ...missing.map((version) => version.since.getTime()));
  return new Date(since + settings.TERMS_GRACE_DAYS * dayMs);
}

/** The id of a version is its date. */
const dateOf = (versionId: string) => new Date(versionId);

/**
 * Records when the API first had the current version, and reads it. A version can be published later than its date, and its users need
 * the days of grace all the same. The first replica that has the version records it for all.
 */
export async function recordTermsVersion({
  pool,
  legal,
}: {
  readonly pool: pg.Pool;
  readonly legal: LegalLibrary;
}): Promise<void> {
  const { currentVersionId: id } = legal;
  await pool.query('INSERT INTO terms_versions (id) VALUES ($1) ON CONFLICT DO NOTHING', [id]);
  const { rows } = await pool.query<{ id: string; firstKnownAt: Date }>(
    'SELECT id, first_known_at AS "firstKnownAt" FROM terms_versions WHERE id <= $1',
    [id],
  );
  const known = rows.map((row) => ({
    id: row.id,
    since: new Date(Math.max(dateOf(row.id).getTime(), row.firstKnownAt.getTime())),
  }));
  legal.currentSince = singleRow(known.filter((version) => version.id === id)).since;
  legal.earlierSince = known.filter((version) => version.id < id);
}

/**
 * Loads a folder with one folder for each version, named by its date. A version contains Markdown files. The file name is the
 * order and the slug (`01-terms-of-service.md`), and the first line is the title (`# Terms of Service`). `changes.md` describes what changed
 * since the version before.
 */
export async function loadLegalDocuments(folder: string): Promise<LegalLibrary> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    throw new AppError(`The folder of the legal documents (LEGAL_DIR) can’t be read: ${folder}`, { cause });
  });
  const versionIds = entries
    .filter((entry) => entry.isDirectory() && TosVersionId.safeParse(entry.name).success)
    .map((entry) => entry.name)
    .sort()
    .reverse();
  const [currentVersionId] = versionIds;
  if (currentVersionId === undefined)
    throw new AppError(`There is no version of the legal documents in ${folder} (LEGAL_DIR).`);
  const versions = await Promise.all(
    versionIds.map(async (versionId) => {
      return { versionId, ...(await loadVersion(join(folder, versionId))), versionIds };
    }),
  );
  return {
    currentVersionId,
    currentSince: dateOf(currentVersionId),
    earlierSince: [],
    find: (versionId) => versions.find((version) => version.versionId === versionId),
  };
}

/** Not a document: what changed since the version before. */
const changesFile = 'changes.md';

async function loadVersion(folder: string): Promise<Pick<LegalDocuments, 'documents' | 'changes'>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.md')).sort();
  const documents = files.filter((file) => file !== changesFile).map((file) => loadDocument(join(folder, file)));
  const changes = files.includes(changesFile) && (await readFile(join(folder, changesFile), 'utf8')).trim();
  return { documents: await Promise.all(documents), ...(changes && { changes }) };
}

async function loadDocument(file: string): Promise<LegalDocument> {
  const [firstLine = '', ...rest] = (await readFile(file, 'utf8')).split('\n');
  const slug = basename(file, '.md').replace(/^\d+-/, '');
  return { slug, title: firstLine.replace(/^#\s*/, '').trim(), content: rest.join('\n').trim() };
}
