import type { LegalDocuments } from '@portal/contract';
import { Alert, Button, VisuallyHidden } from '@portal/ui';
import { Link, useParams } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Changes } from './changes.tsx';
import { DocumentList } from './document-list.tsx';
import { LegalText } from './legal-text.tsx';
import { useCurrentDocument } from './use-current-document.ts';

export interface DocumentsProps extends LegalDocuments {
  /** The version in the URL. */
  version: string | undefined;
  showsChanges: boolean;
}

/** All documents of a version, with the navigation between them. */
export function Documents({ version, showsChanges, ...legalDocuments }: DocumentsProps) {
  const { versionId, documents } = legalDocuments;
  const { docSlug } = useParams();
  const currentSlug = useCurrentDocument(documents, docSlug);
  const pathOf = (slug: string) => paths.legal(slug, version);
  const isMissing = docSlug !== undefined && !documents.some(({ slug }) => slug === docSlug);
  return (
    <div className="gap-8 max-sm:grid max-sm:gap-5 sm:flex sm:items-start">
      <DocumentList {...legalDocuments} {...{ docSlug, currentSlug, version }} />
      <div className="grid max-w-form min-w-0 flex-1 gap-12">
        {showsChanges && <Changes {...legalDocuments} />}
        {isMissing && <Alert tone="info" message="This version has no document with this name." />}
        {documents.map((document) => (
          <section
            key={document.slug}
            id={document.slug}
            aria-labelledby={`${document.slug}-title`}
            className="scroll-mt-4"
          >
            <div className="mb-3 flex items-center justify-between gap-4 border-b border-line pb-2">
              <h2 id={`${document.slug}-title`} className="text-xl">
                {document.title}
              </h2>
              <Button
                size="sm"
                icon="print"
                render={
                  <Link to={paths.printLegal(versionId, document.slug)} target="_blank">
                    Print
                  </Link>
                }
              >
                Print<VisuallyHidden> {document.title}</VisuallyHidden>
              </Button>
            </div>
            <LegalText {...{ document, pathOf }} titleLevel={2} />
          </section>
        ))}
      </div>
    </div>
  );
}
