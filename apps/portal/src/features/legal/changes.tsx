import type { LegalDocuments } from '@portal/contract';
import { paths } from '../../lib/paths.ts';
import { LegalText } from './legal-text.tsx';

/** What changed since the version before, for users who accepted that one. Nothing if the operator has not described it. */
export function Changes({ changes = '', versionId, versionIds }: LegalDocuments) {
  const before = versionIds[versionIds.indexOf(versionId) + 1];
  if (changes === '' || before === undefined) return null;
  const title = `What changed since ${before}`;
  return (
    <section aria-labelledby="legal-changes" className="rounded-lg border border-line bg-surface p-5">
      <h2 id="legal-changes" className="mb-2 text-base">
        {title}
      </h2>
      <LegalText
        document={{ slug: 'changes', title, content: changes }}
        titleLevel={2}
        pathOf={(slug) => paths.legal(slug, versionId === versionIds[0] ? undefined : versionId)}
      />
    </section>
  );
}
