import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { TosVersionId, type LegalDocument, type LegalDocuments } from '@portal/contract';
import { AppError } from '../../platform/errors/app-error.ts';
import type { User } from '../../generated/prisma/client.ts';

/** All versions of the legal documents in LEGAL_DIR. */
export interface LegalLibrary {
  readonly currentVersionId: string;
  find(versionId: string): LegalDocuments | undefined;
}

/** Whether a user must accept the current terms. Version ids sort by date; another replica may already have a newer version. */
export const needsTosUpdate = (user: Pick<User, 'tosVersionId'>, legal: LegalLibrary) =>
  (user.tosVersionId ?? '') < legal.currentVersionId;

/**
 * Loads a folder with one folder for each version, named by its date. A version contains Markdown files. The file name is the
 * order and the slug (`01-terms-of-service.md`), and the first line is the title (`# Terms of Service`).
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
      return { versionId, documents: await loadVersion(join(folder, versionId)), versionIds };
    }),
  );
  return { currentVersionId, find: (versionId) => versions.find((version) => version.versionId === versionId) };
}

async function loadVersion(folder: string): Promise<LegalDocument[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.md')).sort();
  return Promise.all(files.map((file) => loadDocument(join(folder, file))));
}

async function loadDocument(file: string): Promise<LegalDocument> {
  const [firstLine = '', ...rest] = (await readFile(file, 'utf8')).split('\n');
  const slug = basename(file, '.md').replace(/^\d+-/, '');
  return { slug, title: firstLine.replace(/^#\s*/, '').trim(), content: rest.join('\n').trim() };
}
