interface HighlightedProps {
  children: string;
  /** The words of the search. */
  query: string;
}

const escapeForRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A text in which the words of the search are marked. A match without its accents is not. */
export function Highlighted({ children, query }: HighlightedProps) {
  const words = query.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return children;
  // The longest first: of two words that begin alike, the longer one is marked.
  const pattern = words
    .toSorted((a, b) => b.length - a.length)
    .map(escapeForRegExp)
    .join('|');
  return children.split(new RegExp(`(${pattern})`, 'giu')).map((part, index) =>
    // Every second part is a match.
    index % 2 === 1 ? (
      <mark key={index} className="search-match">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}
