// Draws an invoice on one letter-size page. Noto Sans is embedded: the fonts that every reader has know few
// letters, and leave others out.
import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import { type Money, moneyText } from '#contract/kit/money.ts';
import { type InvoiceDocument, netOf } from './invoices.document.ts';

const fontAt = (file: string) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans/${file}`));
const margin = 56;
const [ink, grey, hairline] = ['#1a1b1e', '#5c5f66', '#d0d3d8'];

export function renderInvoice(invoice: InvoiceDocument): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: 'LETTER',
    margin,
    // Not the present moment: an invoice is the same file whenever it is fetched.
    info: { Title: `${invoice.title} ${invoice.number}`, Author: invoice.company.name, CreationDate: invoice.paidAt },
  });
  pdf.registerFont('text', fontAt('400Regular/NotoSans_400Regular.ttf'));
  pdf.registerFont('strong', fontAt('700Bold/NotoSans_700Bold.ttf'));
  const parts: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => resolve(Buffer.concat(parts)));
    pdf.on('error', reject);
  });
  draw(pdf, invoice);
  pdf.end();
  return done;
}

function draw(pdf: PDFKit.PDFDocument, invoice: InvoiceDocument): void {
  const { title, number, company, payer, paidOn, period, card } = invoice;
  const right = pdf.page.width - margin;
  const half = (right - margin) / 2;
  pdf.font('strong', 20).fillColor(ink).text(`${title} ${number}`, margin, margin, { width: half });
  pdf.font('strong', 11).text(company.name, margin + half, margin + 6, { width: half, align: 'right' });
  pdf.font('text', 9).fillColor(grey).text(company.address, { width: half, align: 'right' });
  const facts: [string, string][] = [
    ['For', payer.name],
    ['', payer.email],
    ['Paid on', paidOn],
    ['Paid by', cardWords(card)],
    ...(period ? ([['Period', `${period.from} to ${period.to}`]] as [string, string][]) : []),
  ];
  pdf.y = Math.max(pdf.y, margin + 40) + 24;
  for (const [name, value] of facts) row(pdf, [name, margin, 70], [value, margin + 70, right - margin - 70]);
  pdf.y += 20;
  drawLines(pdf, invoice, right);
}

function drawLines(pdf: PDFKit.PDFDocument, invoice: InvoiceDocument, right: number): void {
  const columns = { quantity: right - 240, price: right - 170, amount: right - 80 };
  const line = (texts: [string, string, string, string], strong = false) => {
    const top = pdf.y;
    pdf.font(strong ? 'strong' : 'text', 10).fillColor(ink);
    pdf.text(texts[0], margin, top, { width: columns.quantity - margin - 10 });
    const bottom = pdf.y;
    pdf.text(texts[1], columns.quantity, top, { width: 60, align: 'right' });
    pdf.text(texts[2], columns.price, top, { width: 80, align: 'right' });
    pdf.text(texts[3], columns.amount, top, { width: 80, align: 'right' });
    pdf.y = Math.max(bottom, pdf.y) + 6;
  };
  const rule = () => {
    pdf.moveTo(margin, pdf.y).lineTo(right, pdf.y).lineWidth(0.5).strokeColor(hairline).stroke();
    pdf.y += 8;
  };
  const { lines, tax, total, refunded } = invoice;
  line(['What', 'Quantity', 'Price', 'Amount'], true);
  rule();
  for (const { text, quantity, price, amount } of lines) line([text, quantity.toLocaleString('en-US'), sum(price), sum(amount)]);
  rule();
  if (tax) {
    line(['Without tax', '', '', sum(netOf(invoice))]);
    line([`${tax.name}, ${tax.percent} %, included`, '', '', sum(tax.amount)]);
  }
  line(['Total, paid', '', '', sum(total)], true);
  if (refunded > 0) line(['Refunded to the card', '', '', sum(refunded)]);
}

function row(pdf: PDFKit.PDFDocument, [name, nameX, nameWidth]: Cell, [value, x, width]: Cell): void {
  const top = pdf.y;
  pdf.font('text', 10).fillColor(grey).text(name, nameX, top, { width: nameWidth });
  pdf.fillColor(ink).text(value, x, top, { width });
  pdf.y += 3;
}
type Cell = [text: string, x: number, width: number];

const sum = (amount: Money) => `$${moneyText(amount)}`;
const brands: Record<string, string> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express', discover: 'Discover' };
const cardWords = (card: string) => {
  const [brand = '', last4 = ''] = card.split(' ');
  return `${brands[brand] ?? 'Card'} ending in ${last4}`;
};
