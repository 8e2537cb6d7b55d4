import { isLockedOut, type LegalDocument } from '@portal/contract';
import { Button, SkeletonText } from '@portal/ui';
import { Link, useParams } from 'react-router';
import { useGetLegalDocumentsQuery } from '../../api/legal.api.ts';
import { useWhoamiState } from '../../api/session.api.ts';
import { usePageSubject } from '../../navigation/page-subject.ts';
import { paths } from '../../navigation/paths.ts';
import { FailureBox } from '../../requests/failure-box.tsx';
import { LegalText } from './legal-document.tsx';

/** One document of one version, ready for paper. */
export function Component() {
  const { docVersion = '', docSlug = '' } = useParams();
  const { data, error, refetch } = useGetLegalDocumentsQuery({ params: { tosVersionId: docVersion } });
  const user = useWhoamiState().data?.user;
  const keptOut = user !== undefined && isLockedOut(user);
  const document = data?.documents.find(({ slug }) => slug === docSlug);
  const version = data && data.versionId !== data.versionIds[0] ? data.versionId : undefined;
  const pathOf = (slug: string) => paths.printLegal(docVersion, slug);
  usePageSubject(document?.title);
  return (
    <main className="mx-auto w-full max-w-form p-8">
      <div className="mb-8 grid gap-4 print:hidden">
        <div className="-ml-4 flex justify-between">
          {keptOut ? (
            <WayBack to={paths.workspaces}>Back</WayBack>
          ) : (
            <WayBack to={paths.legal(docSlug, version)}>All documents</WayBack>
          )}
          <Button icon="print" onClick={() => window.print()}>
            Print
          </Button>
        </div>
        {keptOut && data && <OtherDocuments {...{ pathOf, docSlug }} documents={data.documents} />}
      </div>
      <FailureBox error={error} onRetry={() => void refetch()} />
      {!data && !error && <SkeletonText lines={12} />}
      {data && !document && (
        <h1 tabIndex={-1} className="text-xl">
          There is no such document in version {docVersion}
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

const WayBack = ({ to, children }: { to: string; children: string }) => (
  <Button variant="ghost" icon="arrow-left" render={<Link to={to} />}>
    {children}
  </Button>
);

interface OtherDocumentsProps {
  documents: readonly LegalDocument[];
  docSlug: string;
  pathOf: (slug: string) => string;
}

/** For people to whom the page of all documents is closed. */
const OtherDocuments = ({ documents, docSlug, pathOf }: OtherDocumentsProps) => (
  <nav aria-label="Documents" className="-mx-3 flex flex-wrap">
    {documents.map(({ slug, title }) => (
      <Link key={slug} to={pathOf(slug)} aria-current={slug === docSlug ? 'page' : undefined} className="list-link">
        {title}
      </Link>
    ))}
  </nav>
);
