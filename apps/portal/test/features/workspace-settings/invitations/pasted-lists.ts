/** A list as a program copies it, with what it is understood as. */
export interface PastedList {
  readonly from: string;
  readonly text: string;
  /** The addresses, as they are sent. */
  readonly emails: readonly string[];
  /** The parts that the user has to correct. */
  readonly unknown?: readonly string[];
}

export const pastedLists: readonly PastedList[] = [
  {
    from: 'Outlook: recipients, with a comma in a quoted name and one in a plain name',
    text: `Li Wei <li@acme.dev>; "O'Brien, Pat" <pat@acme.dev>; Doe, Jane <jane@acme.dev>;`,
    emails: ['li@acme.dev', 'pat@acme.dev', 'jane@acme.dev'],
  },
  {
    from: 'Outlook: the header of a forwarded email',
    text: 'Cc: Li Wei [mailto:li@acme.dev]; Omar Haddad [mailto:omar@acme.dev]',
    emails: ['li@acme.dev', 'omar@acme.dev'],
  },
  {
    from: 'Outlook: the address book, with departments',
    text: 'Jane Doe (Sales) <jane@acme.dev>; Omar Haddad (Research, Cairo) <omar@acme.dev>',
    emails: ['jane@acme.dev', 'omar@acme.dev'],
  },
  {
    from: 'Apple Mail: recipients with curly quotation marks',
    text: '“Li Wei” <li@acme.dev>, ‘pat@acme.dev’ <pat@acme.dev>',
    emails: ['li@acme.dev', 'pat@acme.dev'],
  },
  {
    from: 'Apple Mail: recipients without separators',
    text: 'Li Wei <li@acme.dev> Pat O’Brien <pat@acme.dev>',
    emails: ['li@acme.dev', 'pat@acme.dev'],
  },
  {
    from: 'Gmail: recipients, one without a name, with the comma at the end',
    text: 'Li Wei <li@acme.dev>, pat@acme.dev, "Doe, Jane" <jane@acme.dev>, ',
    emails: ['li@acme.dev', 'pat@acme.dev', 'jane@acme.dev'],
  },
  {
    from: 'Thunderbird: one recipient on each line, with a name in two alphabets',
    text: '李伟 (Li Wei) <li@acme.dev>\nЮлия <julia@acme.dev>\n',
    emails: ['li@acme.dev', 'julia@acme.dev'],
  },
  {
    from: 'a mail program that doubles the angle brackets',
    text: 'Li Wei <<li@acme.dev>>, <<mailto:pat@acme.dev>>',
    emails: ['li@acme.dev', 'pat@acme.dev'],
  },
  {
    from: 'links to addresses, with a subject',
    text: 'mailto:li@acme.dev?subject=Hello\nmailto:pat%2Bwork@acme.dev',
    emails: ['li@acme.dev', 'pat+work@acme.dev'],
  },
  {
    from: 'Excel: rows with titles, a no-break space after each address',
    text: 'First name\tLast name\tEmail\r\nLi\tWei\tli@acme.dev\u00A0\r\nPat\tO’Brien\tpat@acme.dev\u00A0\r\n',
    emails: ['li@acme.dev', 'pat@acme.dev'],
  },
  {
    from: 'Google Sheets: quoted cells, and a row without an address',
    text: '"Doe, Jane"\tjane@acme.dev\nOmar Haddad\t\nLi Wei\tli@acme.dev',
    emails: ['jane@acme.dev', 'li@acme.dev'],
    unknown: ['Omar Haddad'],
  },
  {
    from: 'a CSV file with a byte order mark and titles',
    text: '\uFEFFName,E-mail,Team\r\n"Wei, Li",li@acme.dev,Platform\r\nPat,pat@acme.dev,\r\n',
    emails: ['li@acme.dev', 'pat@acme.dev'],
  },
  {
    from: 'a CSV file with semicolons, of a German spreadsheet',
    text: 'Name;E-Mail-Adresse;Ort\nLi Wei;li@acme.dev;Köln\nJörg;joerg@acme.dev;Berlin',
    emails: ['li@acme.dev', 'joerg@acme.dev'],
  },
  {
    from: 'a column of a spreadsheet, with the same address in two spellings',
    text: 'Email\nLi@Acme.dev\nli@acme.dev\npat@acme.dev',
    emails: ['li@acme.dev', 'pat@acme.dev'],
  },
  {
    from: 'a web page: zero-width characters and direction marks',
    text: '\u200Bli@acme.dev\u200B\u2028\u202Apat@acme.dev\u202C',
    emails: ['li@acme.dev', 'pat@acme.dev'],
  },
  {
    from: 'an East Asian keyboard: wide signs and separators',
    text: '李伟＜li＠acme.dev＞；pat＠acme.dev、jane＠acme.dev',
    emails: ['li@acme.dev', 'pat@acme.dev', 'jane@acme.dev'],
  },
  {
    from: 'a chat: bullets, a mention and the end of a sentence',
    text: '• li@acme.dev\n• @pat\n• Omar: omar@acme.dev.',
    emails: ['li@acme.dev', 'omar@acme.dev'],
    unknown: ['@pat'],
  },
  {
    from: 'a note: mistyped addresses beside valid ones',
    text: 'li@acme,dev\npat@acme.dev\njane(at)acme.dev\nomar@acme..dev',
    emails: ['pat@acme.dev'],
    unknown: ['li@acme', 'dev', 'jane(at)acme.dev', 'omar@acme..dev'],
  },
  {
    from: 'a reply with quoted lines',
    text: '> Li Wei <li@acme.dev>\n> > pat@acme.dev\n> please invite them',
    emails: ['li@acme.dev', 'pat@acme.dev'],
    unknown: ['please invite them'],
  },
  {
    from: 'a contact card that has two addresses',
    text: 'Li Wei, li@acme.dev / li.wei@home.example\nPat, pat@acme.dev',
    emails: ['li@acme.dev', 'li.wei@home.example', 'pat@acme.dev'],
  },
];
