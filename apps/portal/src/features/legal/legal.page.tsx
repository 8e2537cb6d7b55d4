import type { LegalDocuments } from '@portal/contract';
import { IconButton, PageTitle, SkeletonText } from '@portal/ui';
import { useEffect, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { useGetLegalDocumentsQuery } from '../../api/legal.api.ts';
import { useWhoamiQuery } from '../../api/session.api.ts';
import { Link } from '../../navigation/link.tsx';
import { paths } from '../../navigation/paths.ts';
import { FailureBox } from '../../requests/failure-box.tsx';
import { Agreement } from './agreement.tsx';
import { LegalText } from './legal-document.tsx';

/** All legal documents of the current version, and the agreement for those who owe it. */
export function Component() {
  const { data, error, refetch } = useGetLegalDocumentsQuery({ params: { tosVersionId: 'current' } });
  const user = useWhoamiQuery().data?.user;
  // As it was when the page opened: the agreement stays until it has led on.
  const [owed] = useState(user?.needsTosUpdate === true);
  const reviewing = useLocation().pathname === paths.reviewLegal;
  const reload = () => void refetch();
  return (
    <div className="grid gap-8">
      <PageTitle
        title={reviewing ? 'Review the legal documents' : 'Legal'}
        subtitle={
          data
            ? `Version ${data.versionId}.${owed ? ' Please read it; you can agree at the end of the page.' : ''}`
            : 'The documents that apply to this product.'
        }
      />
      <FailureBox error={data ? undefined : error} onRetry={reload} />
      {!data && !error && <SkeletonText lines={12} className="max-w-form" />}
      {data && <Documents {...data} />}
      {data && owed && (
        <div className="ml-64 max-w-form">
          <Agreement versionId={data.versionId} onReload={reload} />
        </div>
      )}
    </div>
  );
}

function Documents({ versionId, documents }: LegalDocuments) {
  const { docSlug } = useParams();
  useEffect(() => {
    if (docSlug === undefined) return;
    // After the frame has gone to the top of the new page, and before that can be seen.
    const frame = requestAnimationFrame(() => {
      document.getElementById(docSlug)?.scrollIntoView({ block: 'start' });
      document.getElementById(`${docSlug}-title`)?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [docSlug]);
  return (
    <div className="flex items-start gap-8">
      <nav aria-label="Documents" className="sticky top-8 w-56 flex-none">
        <ul className="grid gap-0.5">
          {documents.map(({ slug, title }) => (
            <li key={slug}>
              <Link
                to={paths.legal(slug)}
                aria-current={slug === docSlug ? 'location' : undefined}
                className="block rounded-md px-3 py-1.5 text-secondary hover:bg-hover hover:text-strong aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-strong"
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid max-w-form min-w-0 flex-1 gap-12">
        {documents.map((document) => (
          <section
            key={document.slug}
            id={document.slug}
            aria-labelledby={`${document.slug}-title`}
            className="scroll-mt-8"
          >
            <div className="mb-3 flex items-center justify-between gap-4 border-b border-line pb-2">
              <h2 id={`${document.slug}-title`} tabIndex={-1} className="text-xl">
                {document.title}
              </h2>
              <IconButton
                icon="print"
                label={`Print ${document.title}`}
                tooltip
                render={
                  <Link to={paths.printLegal(versionId, document.slug)} target="_blank">
                    Print
                  </Link>
                }
              />
            </div>
            <LegalText document={document} />
          </section>
        ))}
      </div>
    </div>
  );
}
