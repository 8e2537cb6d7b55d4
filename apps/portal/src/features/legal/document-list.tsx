import type { LegalDocuments } from '@portal/contract';
import { Link } from 'react-router';
import { paths } from '../../navigation/paths.ts';

export interface DocumentListProps extends LegalDocuments {
  /** The document that was asked for. */
  docSlug: string | undefined;
  /** The document that is being read. */
  reading: string | undefined;
  /** The version that the address names. */
  version: string | undefined;
}

/** Stays beside the documents, however long they are; above them in a narrow window. */
export function DocumentList({ documents, versionId, versionIds, docSlug, reading, version }: DocumentListProps) {
  return (
    <div className="top-8 grid flex-none gap-6 p-0.5 sm:sticky sm:max-h-[calc(100dvh-7rem)] sm:w-56 sm:overflow-y-auto print:hidden">
      <nav aria-label="Documents">
        <ul className="grid gap-0.5">
          {documents.map(({ slug, title }) => (
            <li key={slug}>
              <Link
                to={paths.legal(slug, version)}
                aria-current={slug === reading ? 'location' : undefined}
                className="list-link"
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {versionIds.length > 1 && (
        <nav aria-labelledby="legal-versions">
          <h2 id="legal-versions" className="px-3 pb-1 text-sm">
            Versions
          </h2>
          <ul className="grid gap-0.5">
            {versionIds.map((id, index) => (
              <li key={id}>
                <Link
                  to={paths.legal(docSlug, index === 0 ? undefined : id)}
                  aria-current={id === versionId ? 'true' : undefined}
                  className="list-link"
                >
                  {id}
                  {index === 0 && ' (in force)'}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}
