import type { LegalDocument } from '@portal/contract';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** Nobody reads at the very edge: what begins above this part of the window's height has begun. */
const readingLine = 0.3;

/** The last document that has begun; at the end of the page the last one of all, which may be too short to get up there. */
function documentInView(documents: readonly LegalDocument[]): string | undefined {
  const { scrollHeight, clientHeight } = document.documentElement;
  const atEnd = window.scrollY > 0 && window.scrollY + clientHeight >= scrollHeight - 1;
  const begun = documents.filter(({ slug }) => {
    const top = document.getElementById(slug)?.getBoundingClientRect().top ?? Infinity;
    return atEnd || top <= window.innerHeight * readingLine;
  });
  return (begun.at(-1) ?? documents[0])?.slug;
}

/** Shows the document that the address names, each time that a link to it is followed, and tells which one is being read. */
export function useDocumentBeingRead(documents: readonly LegalDocument[], asked: string | undefined) {
  const { key } = useLocation();
  const [reading, setReading] = useState(asked ?? documents[0]?.slug);
  // Where a link has led: there it is the document of the link, also where the page ends before that can get to the top.
  const led = useRef<number>(undefined);
  useEffect(() => {
    if (asked === undefined) return;
    // After the frame has gone to the top of the new page, and before that can be seen.
    const frame = requestAnimationFrame(() => {
      document.getElementById(asked)?.scrollIntoView({ block: 'start' });
      document.getElementById(`${asked}-title`)?.focus({ preventScroll: true });
      led.current = window.scrollY;
      setReading(asked);
    });
    return () => cancelAnimationFrame(frame);
  }, [asked, key]);
  useEffect(() => {
    const follow = () => {
      if (window.scrollY !== led.current) setReading(documentInView(documents));
    };
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, [documents]);
  return reading;
}
