/** The content of an email. The text and the HTML version have the same content. */
export interface EmailContent {
  readonly to: string;
  /** Also the heading of the email. */
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Shown as a table. */
  readonly facts?: Readonly<Record<string, string>>;
  /** Shown as a button. */
  readonly link?: EmailLink;
  /** What to do if the event was not the recipient's; shown as a numbered list. */
  readonly advice?: { readonly title: string; readonly steps: readonly Step[] };
  readonly footnote?: string;
  /** Whether the recipient can turn such emails off; then a link leads to the preferences. */
  readonly preferences?: true;
  readonly unsubscribe?: EmailLink;
}

export interface EmailLink {
  readonly label: string;
  readonly href: string;
}

/** A step with `href` is a link. */
export interface Step {
  readonly label: string;
  readonly href?: string;
}

/** What every email ends with. */
export interface EmailFooter {
  readonly productName: string;
  readonly portalUrl: string;
  readonly link?: EmailLink;
}
