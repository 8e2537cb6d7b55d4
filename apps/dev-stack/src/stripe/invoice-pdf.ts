import { formatAmount } from '@portal/contract';
import type Stripe from 'stripe';
import { billTo, formatDate } from './portal.pages.ts';

/** An invoice as a PDF of one page. */
export function invoicePdf(invoice: Stripe.Invoice): Buffer {
  return pdfOf([
    `Invoice ${invoice.number ?? invoice.id}`,
    `Date: ${formatDate(invoice.created)}`,
    `Bill to: ${billTo(invoice)}`,
    `Email: ${invoice.customer_email ?? ''}`,
    `Status: ${invoice.status ?? ''}`,
    `Total: ${formatAmount(invoice.total, invoice.currency)}`,
    '',
    ...invoice.lines.data.map(
      ({ description, period, amount, currency }) =>
        `${description ?? ''}, ${formatDate(period.start)} to ${formatDate(period.end)}: ${formatAmount(amount, currency)}`,
    ),
    '',
    'Stripe emulator. No real payments.',
  ]);
}

const winAnsiEuro = '\x80';

/** Characters that end or escape a text, and those that the font does not have. */
const toPdfText = (line: string) =>
  `(${line
    .replaceAll(/[\\()]/g, String.raw`\$&`)
    .replaceAll('€', winAnsiEuro)
    .replaceAll(/[^\x20-\x7e\x80\xa0-\xff]/g, '?')})`;

/** A PDF of one A4 page with lines of text in a built-in font. */
function pdfOf(lines: readonly string[]): Buffer {
  const text = `BT /F1 12 Tf 18 TL 56 780 Td ${lines.map((line) => `${toPdfText(line)} Tj T*`).join(' ')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
  ];
  const offsets: number[] = [];
  let file = '%PDF-1.4\n';
  for (const [index, object] of objects.entries()) {
    offsets.push(file.length);
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
