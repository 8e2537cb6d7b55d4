import { isAccountLocked, type LegalDocument } from '@portal/contract';
import { Button, SkeletonText } from '@portal/ui';
import { Link, useParams } from 'react-router';
import { useGetLegalDocumentsQuery } from '../../api/legal.api.ts';
import { useWhoamiState } from '../../api/session.api.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { paths } from '../../lib/paths.ts';
import { LegalError } from './legal-error.tsx';
import { LegalText } from './legal-text.tsx';

/** One document of a version, for printing. */
export function Component() {
  const { docVersion = '', docSlug = '' } = useParams();
  const { data, error, refetch } = useGetLegalDocumentsQuery({ params: { tosVersionId: docVersion } });
  const user = useWhoamiState().data?.user;
  const isLocked = user !== undefined && isAccountLocked(user);
  const document = data?.documents.find(({ slug }) => slug === docSlug);
  const version = data && data.versionId !== data.versionIds[0] ? data.versionId : undefined;
  const pathOf = (slug: string) => paths.printLegal(docVersion, slug);
  useDocumentTitle(document?.title);
  return (
    <main className="mx-auto w-full max-w-form p-8">
      <div className="mb-8 grid gap-4 print:hidden">
        <div className="-ml-4 flex justify-between">
          {isLocked ? (
            <BackLink to={paths.workspaces}>Back</BackLink>
          ) : (
            <BackLink to={paths.legal(docSlug, version)}>All documents</BackLink>
          )}
          <Button icon="print" onClick={() => window.print()}>
            Print
          </Button>
        </div>
        {isLocked && data && <OtherDocuments {...{ pathOf, docSlug }} documents={data.documents} />}
      </div>
      <LegalError
        error={error}
        version={docVersion}
        currentPath={isLocked ? paths.printableTerms : paths.legal(docSlug)}
        onRetry={() => void refetch()}
      />
      {!data && !error && <SkeletonText lines={12} />}
      {data && !document && (
        <h1 tabIndex={-1} className="text-xl">
          Version {docVersion} has no document with this name
        </h1>
      )}
      {document && (
        <article>
          <h1 tabIndex={-1} className="text-2xl">
            {document.title}
          </h1>
          <p className="mt-1 mb-6 text-secondary">Version {data?.versionId}</p>
          <LegalText {...{ document, pathOf }} titleLevel={1} />
        </article>
      )}
    </main>
  );
}

const BackLink = ({ to, children }: { to: string; children: string }) => (
  <Button variant="ghost" icon="arrow-left" render={<Link to={to} />}>
    {children}
  </Button>
);

interface OtherDocumentsProps {
  documents: readonly LegalDocument[];
  docSlug: string;
  pathOf: (slug: string) => string;
}

/** For users with a locked account, who cannot open the page with all documents. */
const OtherDocuments = ({ documents, docSlug, pathOf }: OtherDocumentsProps) => (
  <nav aria-label="Documents" className="-mx-3 flex flex-wrap">
    {documents.map(({ slug, title }) => (
      <Link key={slug} to={pathOf(slug)} aria-current={slug === docSlug ? 'page' : undefined} className="list-link">
        {title}
      </Link>
    ))}
  </nav>
);
