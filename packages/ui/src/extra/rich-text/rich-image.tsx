import { useInLink } from '../../text/rich-link.tsx';

/** An image that opens in a new window on click. Inside a link it follows the link. */
export function RichImage({ src, alt = '' }: { src: string | undefined; alt: string | undefined }) {
  const inLink = useInLink();
  // react-markdown removes unsafe URLs.
  if (!src) return alt;
  const image = <img src={src} alt={alt} loading="lazy" referrerPolicy="no-referrer" />;
  if (inLink) return image;
  return (
    <button
      type="button"
      aria-label={`Open image${alt && ` “${alt}”`} in a new window`}
      onClick={() => window.open(src, '_blank', 'noopener,noreferrer')}
      className="cursor-zoom-in"
    >
      {image}
    </button>
  );
}
