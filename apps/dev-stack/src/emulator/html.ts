import escapeHtml from 'escape-html';

/** Markup in which every interpolated text is escaped. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

export type HtmlPart = string | number | Html | readonly Html[] | null | undefined | false;

function renderPart(part: HtmlPart): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.markup;
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return part.map((item) => item.markup).join('');
}

/** A tagged template for HTML. Interpolated values are escaped unless `html` created them. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Html(strings.reduce((markup, text, index) => markup + renderPart(parts[index - 1]) + text));
}
