import { lazy, Suspense } from 'react';
import { SkeletonText } from '../feedback/skeleton.tsx';

export interface RichTextProps {
  /** Markdown. HTML in it is text like any other. */
  text: string;
}

const RichTextBody = lazy(() => import('./rich-text-body.tsx'));

/** Reading Markdown takes more code than most pages: it is fetched where there is some. */
export function RichText({ text }: RichTextProps) {
  return (
    <Suspense fallback={<SkeletonText />}>
      <RichTextBody text={text} />
    </Suspense>
  );
}
