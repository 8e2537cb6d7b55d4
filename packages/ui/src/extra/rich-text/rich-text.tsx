import { lazy, Suspense } from 'react';
import { SkeletonText } from '../../feedback/skeleton.tsx';

export interface RichTextProps {
  /** Markdown. HTML in it is shown as text. */
  text: string;
}

const RichTextBody = lazy(() => import('./rich-text-body.tsx'));

/** Renders Markdown. The parser is its own chunk. */
export function RichText({ text }: RichTextProps) {
  return (
    <Suspense fallback={<SkeletonText />}>
      <RichTextBody text={text} />
    </Suspense>
  );
}
