import { useInLink } from './rich-link.tsx';

/** A picture that opens in a window of its own, unless it stands in a link, which then leads where the link does. */
export function RichImage({ src, alt = '' }: { src: string | undefined; alt: string | undefined }) {
  const inLink = useInLink();
  // An address that was refused leaves nothing to show but what it would have been.
  if (!src) return alt;
  const image = <img src={src} alt={alt} loading="lazy" referrerPolicy="no-referrer" />;
  if (inLink) return image;
  return (
    <button
      type="button"
      aria-label={`Open the picture${alt && ` “${alt}”`} in a new window`}
      onClick={() => window.open(src, '_blank', 'noopener,noreferrer')}
      className="cursor-zoom-in"
    >
      {image}
    </button>
  );
}
