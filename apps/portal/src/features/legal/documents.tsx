import type { LegalDocuments } from '@portal/contract';
import { ErrorBox, IconButton } from '@portal/ui';
import { useEffect } from 'react';
import { useLocation, useParams } from 'react-router';
import { Link } from '../../navigation/link.tsx';
import { paths } from '../../navigation/paths.ts';
import { DocumentList } from './document-list.tsx';
import { LegalText } from './legal-document.tsx';

export interface DocumentsProps extends LegalDocuments {
  /** The version that the address names. */
  version: string | undefined;
}

/** All documents of a version, one below the other, and the list that leads to each. */
export function Documents({ version, ...given }: DocumentsProps) {
  const { versionId, documents } = given;
  const { docSlug } = useParams();
  useScrollTo(docSlug);
  const isMissing = docSlug !== undefined && !documents.some(({ slug }) => slug === docSlug);
  return (
    <div className="flex items-start gap-8">
      <DocumentList {...given} {...{ docSlug, version }} />
      <div className="grid max-w-form min-w-0 flex-1 gap-12">
        {isMissing && <ErrorBox tone="info" message="There is no document of this name in this version." />}
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
            <LegalText {...{ document, version }} titleLevel={2} />
          </section>
        ))}
      </div>
    </div>
  );
}

/** Shows the document that the address names, each time that a link to it is followed. */
function useScrollTo(slug: string | undefined) {
  const { key } = useLocation();
  useEffect(() => {
    if (slug === undefined) return;
    // After the frame has gone to the top of the new page, and before that can be seen.
    const frame = requestAnimationFrame(() => {
      document.getElementById(slug)?.scrollIntoView({ block: 'start' });
      document.getElementById(`${slug}-title`)?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [slug, key]);
}
