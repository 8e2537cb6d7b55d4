import type { LegalDocuments } from '@portal/contract';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';

export interface DocumentListProps extends LegalDocuments {
  /** The document in the URL. */
  docSlug: string | undefined;
  /** The document that is scrolled into view. */
  currentSlug: string | undefined;
  /** The version in the URL. */
  version: string | undefined;
}

/** The navigation beside the documents. In a narrow window it is above them, in lines that leave most of the window to the text. */
export function DocumentList({ documents, versionId, versionIds, docSlug, currentSlug, version }: DocumentListProps) {
  return (
    <div className="top-22 mr-0.5 -ml-0.5 grid flex-none gap-y-1 p-0.5 sm:sticky sm:max-h-[calc(100dvh-7.5rem)] sm:w-56 sm:gap-y-6 sm:overflow-y-auto print:hidden">
      <nav aria-label="Documents">
        <ul className="legal-links">
          {documents.map(({ slug, title }) => (
            <li key={slug}>
              <Link
                to={paths.legal(slug, version)}
                aria-current={slug === currentSlug ? 'location' : undefined}
                className="list-link"
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {versionIds.length > 1 && (
        <nav aria-labelledby="legal-versions" className="max-sm:flex max-sm:flex-wrap max-sm:items-center">
          <h2 id="legal-versions" className="px-3 text-sm max-sm:pl-2 sm:pb-1">
            Versions
          </h2>
          <ul className="legal-links">
            {versionIds.map((id, index) => (
              <li key={id}>
                <Link
                  to={paths.legal(docSlug, index === 0 ? undefined : id)}
                  aria-current={id === versionId ? 'true' : undefined}
                  className="list-link"
                >
                  {id}
                  {index === 0 && <span> (in force)</span>}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}
