import type { LegalDocument } from '@portal/contract';
import { focusSectionHeading } from '@portal/ui';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** A document is current when its top is above this fraction of the window height. */
const readingLine = 0.3;

/** The current document. At the end of the page it is the last one, even if it is too short to reach the reading line. */
function documentInView(documents: readonly LegalDocument[]): string | undefined {
  const { scrollHeight, clientHeight } = document.documentElement;
  const atEnd = window.scrollY > 0 && window.scrollY + clientHeight >= scrollHeight - 1;
  const reached = documents.filter(({ slug }) => {
    const top = document.getElementById(slug)?.getBoundingClientRect().top ?? Infinity;
    return atEnd || top <= window.innerHeight * readingLine;
  });
  return (reached.at(-1) ?? documents[0])?.slug;
}

/** Scrolls to the document in the URL after each navigation, and returns the slug of the document in view. */
export function useCurrentDocument(documents: readonly LegalDocument[], docSlug: string | undefined) {
  const { key } = useLocation();
  const [currentSlug, setCurrentSlug] = useState(docSlug ?? documents[0]?.slug);
  // At the position of the last navigation the document of the link is current, even if it could not scroll to the top.
  const navigatedScrollY = useRef<number>(undefined);
  useEffect(() => {
    if (docSlug === undefined) return;
    // Runs after the layout has scrolled to the top of the page, and before the next paint.
    const frame = requestAnimationFrame(() => {
      const section = document.getElementById(docSlug);
      section?.scrollIntoView({ block: 'start' });
      focusSectionHeading(section);
      navigatedScrollY.current = window.scrollY;
      setCurrentSlug(docSlug);
    });
    return () => cancelAnimationFrame(frame);
  }, [docSlug, key]);
  useEffect(() => {
    const onScroll = () => {
      if (window.scrollY !== navigatedScrollY.current) setCurrentSlug(documentInView(documents));
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, [documents]);
  return currentSlug;
}
