// The content of mails and their merge fields: what is stored, what is refused, and that no value becomes anything but text.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderMail } from '#areas/messaging/templates/templates.render.ts';
import {
  fieldsOf,
  isEmptyMail,
  isMailAddress,
  isMailDoc,
  type MailDoc,
  mailTextOf,
  wrongFieldsOf,
} from '#contract/kit/mailDoc.ts';
import {
  emptyFieldsIn,
  fieldText,
  type MergeValues,
  mergedAddress,
  mergedHtml,
  mergedSubject,
  mergedText,
  mergeFieldNames,
  wrongFieldsIn,
} from '#contract/kit/mergeFields.ts';

const doc = (...content: unknown[]) => ({ type: 'doc', content });
const p = (...content: unknown[]) => ({ type: 'paragraph', content });
const text = (words: string, ...marks: unknown[]) => ({ type: 'text', text: words, ...(marks.length > 0 && { marks }) });
const link = (href: unknown) => ({ type: 'link', attrs: { href } });
const button = (label: unknown, href: unknown) => ({ type: 'button', attrs: { label, href } });
const picture = (attrs: object) => ({ type: 'picture', attrs: { file_id: 7, alt: 'Logo', width: 'small', ...attrs } });

const whole = doc(
  { type: 'heading', attrs: { level: 2 }, content: [text('Hello {{first_name|there}}')] },
  p(
    text('See '),
    text('your plan', { type: 'bold' }, link('https://example.com/plans?of={{zip_code}}')),
    { type: 'hardBreak' },
    text('soon'),
  ),
  { type: 'bulletList', content: [{ type: 'listItem', content: [p(text('one'))] }] },
  picture({}),
  button('Call {{agent_name}}', 'tel:+13055550142'),
) as MailDoc;

const render = (content: MailDoc, values: MergeValues = {}, subject = 'Hi') =>
  renderMail({ subject, doc: content, signature: null, foot: [], values, color: 'teal', pictureOf: (id) => `cid:picture-${id}` });

describe('a mail', () => {
  test('is stored with its buttons, pictures and fields, and has a text', () => {
    expect(isMailDoc(whole)).toBe(true);
    expect(mailTextOf(whole)).toBe('Hello {{first_name|there}}\nSee your plan\nsoon\n• one\nLogo\nCall {{agent_name}}');
    expect(fieldsOf(whole)).toEqual(['first_name', 'zip_code', 'agent_name']);
    expect(isEmptyMail(doc(p()) as MailDoc)).toBe(true);
  });

  test('becomes HTML and text', () => {
    const { html, text: plain } = render(whole, { first_name: 'Rosa', zip_code: '33101', agent_name: 'Ana Reyes' });
    expect(html).toContain('>Hello Rosa</h2>');
    expect(html).toContain('href="https://example.com/plans?of=33101"');
    expect(html).toContain('<strong>your plan</strong></a>');
    expect(html).toContain('src="cid:picture-7" alt="Logo" width="160"');
    expect(html).toContain('href="tel:+13055550142"');
    expect(html).toContain('background:#087671');
    expect(plain).toBe(
      'Hello Rosa\n\nSee your plan (https://example.com/plans?of=33101)\nsoon\n\n• one\n\n[Logo]\n\nCall Ana Reyes:\ntel:+13055550142\n',
    );
  });

  test.each<[string, unknown]>([
    ['a mention', doc(p({ type: 'mention', attrs: { id: 1, label: 'Ana' } }))],
    ['a javascript: link', doc(p(text('a', link('javascript:alert(1)'))))],
    ['a javascript: link in disguise', doc(p(text('a', link('java\tscript:alert(1)'))))],
    ['a data: button', doc(button('a', 'data:text/html,<script>alert(1)</script>'))],
    ['a button with HTML beside its label', doc({ ...button('a', 'https://a.example'), html: '<b>' })],
    ['a button without a label', doc(button('', 'https://a.example'))],
    [
      'a button in a list',
      doc({ type: 'bulletList', content: [{ type: 'listItem', content: [button('a', 'https://a.example')] }] }),
    ],
    ['a field as the whole address', doc(button('a', '{{organization}}'))],
    ['a field as the scheme', doc(p(text('a', link('{{first_name}}:alert(1)'))))],
    ['a field as the host', doc(p(text('a', link('https://{{organization}}/a'))))],
    ['a field as a part of the host', doc(p(text('a', link('https://bank.example{{organization}}/a'))))],
    ['a picture from elsewhere', doc(picture({ src: 'https://tracker.example/1.gif' }))],
    ['a picture without a file', doc(picture({ file_id: '7' }))],
    ['a picture of another width', doc(picture({ width: '9999px' }))],
    ['a field that does not exist', doc(p(text('{{medicare_number}}')))],
    ['a field that is not closed', doc(p(text('{{first_name')))],
    ['a field across two texts', doc(p(text('{{first_'), text('name}}', { type: 'bold' })))],
    ['a field named like a property', doc(p(text('{{constructor}}')))],
    ['more blocks than a mail has', doc(...Array.from({ length: 501 }, () => p(text('a'))))],
    ['more pictures than a mail has', doc(...Array.from({ length: 21 }, () => picture({})))],
    ['too much text', doc(...Array.from({ length: 30 }, () => p(text('a'.repeat(1_000)))))],
    ['raw HTML', doc({ type: 'html', content: '<img src=x onerror=alert(1)>' })],
    ['a tree of 20,000 levels', JSON.parse(`${'{"type":"doc","content":['.repeat(20_000)}${']}'.repeat(20_000)}`)],
    ['nothing', doc()],
  ])('is refused with %s', (_, value) => {
    expect(isMailDoc(value)).toBe(false);
  });

  test('names what is no field', () => {
    expect(
      wrongFieldsOf(doc(p(text('{{nmae}} and {{first_name}} and {{last')), button('}} {{x|y}}', 'https://a.example')) as MailDoc),
    ).toEqual(['{{nmae}}', '{{last', '}}', '{{x|y}}']);
  });
});

describe('merge fields', () => {
  test('take the value, else the fallback, once', () => {
    expect(mergedText('Hi {{ first_name | there }}!', { first_name: 'Rosa' })).toBe('Hi Rosa!');
    expect(mergedText('Hi {{first_name|there}}!', {})).toBe('Hi there!');
    expect(mergedText('Hi {{first_name|there}}!', { first_name: ' \n' })).toBe('Hi there!');
    expect(mergedText('{{first_name}}', { first_name: '{{last_name}}', last_name: 'Alvarez' })).toBe('{{last_name}}');
    expect(emptyFieldsIn('{{first_name}} {{city|Miami}} {{state}}', { state: 'FL' })).toEqual(['first_name']);
  });

  test('of a subject cannot begin another header', () => {
    expect(mergedSubject('Hi {{first_name}}', { first_name: 'Rosa\r\nBcc: all@example.com\u2028x' })).toBe(
      'Hi Rosa Bcc: all@example.com x',
    );
    expect(mergedSubject('{{first_name}}', { first_name: '\u202Emoc.live' })).toBe('moc.live');
  });

  test('of an address stay in their part of it', () => {
    expect(mergedAddress('https://a.example/{{city}}?x=1', { city: '../b?y=2#z' })).toBe(
      'https://a.example/..%2Fb%3Fy%3D2%23z?x=1',
    );
    expect(isMailAddress('https://a.example/{{city}}')).toBe(true);
    expect(isMailAddress('mailto:{{agent_email}}')).toBe(true);
    expect(isMailAddress('https://a.example{{city}}')).toBe(false);
  });

  const nasty = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '"><script>alert(1)</script>',
      "' onerror='x",
      '{{email}}',
      '\r\nBcc: a@b.c',
      'javascript:alert(1)',
      '\ud800',
      '</title><img src=x>',
    ),
  );
  const values = fc.record(Object.fromEntries(mergeFieldNames.map((name) => [name, nasty]))) as fc.Arbitrary<MergeValues>;

  test('whatever their values are, they add no element, attribute, header or host', () => {
    const template = mergeFieldNames.map((name) => fieldText(name, 'x')).join(' ');
    const anywhere = doc(
      p(
        text(template),
        text('link', link(`https://a.example/?q=${mergeFieldNames.map((name) => fieldText(name, '')).join('&')}`)),
      ),
      button('{{full_name|x}}', 'mailto:{{agent_email|a@b.example}}'),
      picture({ alt: '{{company_name}}' }),
    ) as MailDoc;
    expect(isMailDoc(anywhere)).toBe(true);
    const tags = (html: string) =>
      html
        .replace(/<title>[^<]*/, '<title>')
        .match(/<[^>]*>/g)
        ?.map((tag) => tag.replace(/"[^"]*"/g, '""'));
    const calm = tags(render(anywhere, {}, template).html);
    fc.assert(
      fc.property(values, (given) => {
        const { html, subject, text: plain } = render(anywhere, given, template);
        expect(tags(html)).toEqual(calm);
        expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        expect(plain).not.toMatch(/[^\P{Cc}\n]/u);
        expect(html.isWellFormed() && subject.isWellFormed() && plain.isWellFormed()).toBe(true);
        for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g))
          expect(href.startsWith('https://a.example/?q=') || href.startsWith('mailto:')).toBe(true);
        expect(mergedHtml(template, given)).not.toMatch(/[<>"']/);
      }),
      { numRuns: 300 },
    );
  });

  test('any text is either fine or refused, and never lost', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (any) => {
        if (!/\{\{|\}\}/.test(any)) expect(wrongFieldsIn(any)).toEqual([]);
        expect(isMailDoc(doc(p(text(any))))).toBeTypeOf('boolean');
      }),
    );
  });
});
