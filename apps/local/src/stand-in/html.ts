import escapeHtml from 'escape-html';

/** Markup whose every inserted text is escaped. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = string | number | Html | readonly Html[] | null | undefined | false;

function show(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.markup;
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return part.map((item) => item.markup).join('');
}

/** html`<p>${text}</p>`: nothing but what was made by `html` itself gets in unescaped. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((markup, piece, index) => markup + show(parts[index - 1]) + piece));
}
