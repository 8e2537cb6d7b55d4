import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router';

/** A section is current when its start has scrolled into this upper part of the window. */
const upperPart = 0.4;

const isInView = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
};

const hasStarted = (id: string) => {
  const section = document.getElementById(id);
  return section !== null && section.getBoundingClientRect().top <= window.innerHeight * upperPart;
};

/**
 * The section that the user reads: the one that the address names while all of it is in view, because the last sections cannot
 * scroll to the top; otherwise the last one that has started.
 */
function findCurrentSection(ids: readonly string[], hash: string): string | undefined {
  const named = document.getElementById(hash.slice(1));
  const section = named && isInView(named) ? ids.find((id) => named.closest(`#${id}`)) : undefined;
  return section ?? ids.findLast(hasStarted) ?? ids[0];
}

export function useCurrentSection(ids: readonly string[]): string | undefined {
  const { hash, key } = useLocation();
  const [current, setCurrent] = useState(ids[0]);
  const update = useEffectEvent(() => setCurrent(findCurrentSection(ids, hash)));
  useEffect(() => {
    const onChange = () => update();
    const frame = requestAnimationFrame(onChange);
    // The sections move while the page loads.
    const observer = new ResizeObserver(onChange);
    observer.observe(document.body);
    window.addEventListener('scroll', onChange, { passive: true });
    window.addEventListener('resize', onChange);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      window.removeEventListener('scroll', onChange);
      window.removeEventListener('resize', onChange);
    };
  }, [hash, key]);
  return current;
}
