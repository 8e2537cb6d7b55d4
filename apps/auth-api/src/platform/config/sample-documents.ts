import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Each document of the folder `legal` in the root of the repository begins with it. */
const sampleNotice = 'This is sample text that ships with the software.';

/** Whether a folder of legal documents has a sample in one of its versions. */
export function hasSampleDocuments(folder: string): boolean {
  try {
    return readdirSync(folder).some((version) => isSampleVersion(join(folder, version)));
  } catch {
    // The folder can't be read, which `loadLegalDocuments` reports.
    return false;
  }
}

const isSampleVersion = (folder: string) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .some((file) => readFileSync(join(folder, file), 'utf8').includes(sampleNotice));
