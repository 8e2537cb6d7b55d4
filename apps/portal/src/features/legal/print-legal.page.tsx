import { Button, SkeletonText } from '@portal/ui';
import { useParams } from 'react-router';
import { useGetLegalDocumentsQuery } from '../../api/legal.api.ts';
import { Link } from '../../navigation/link.tsx';
import { usePageSubject } from '../../navigation/page-subject.ts';
import { paths } from '../../navigation/paths.ts';
import { FailureBox } from '../../requests/failure-box.tsx';
import { LegalText } from './legal-document.tsx';

/** One document of one version, ready for paper. */
export function Component() {
  const { docVersion = '', docSlug = '' } = useParams();
  const { data, error, refetch } = useGetLegalDocumentsQuery({ params: { tosVersionId: docVersion } });
  const document = data?.documents.find(({ slug }) => slug === docSlug);
  const version = data && data.versionId !== data.versionIds[0] ? data.versionId : undefined;
  usePageSubject(document?.title);
  return (
    <main className="mx-auto w-full max-w-form p-8">
      <div className="mb-8 -ml-4 flex justify-between print:hidden">
        <Button variant="ghost" icon="arrow-left" render={<Link to={paths.legal(docSlug, version)} />}>
          All documents
        </Button>
        <Button icon="print" onClick={() => window.print()}>
          Print
        </Button>
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
          <LegalText {...{ document, version }} titleLevel={1} />
        </article>
      )}
    </main>
  );
}
