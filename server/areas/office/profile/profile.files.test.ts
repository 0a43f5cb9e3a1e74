// Photos, logos and flyers of users: what is taken, what is refused, and who sees them.
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { getMe } from '#contract/signIn.ts';
import { listUsers } from '#contract/userAdmin.ts';
import { listAssignees } from '#contract/users.ts';
import { downloadUserFile, updateWebpage } from '#contract/webpage.ts';
import type { UploadName } from '#contract/webpageParts.ts';
import { aCompany, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, send, type TestFile, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let company: TestCompany<'agent' | 'admin' | 'colleague'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { agent: {}, admin: {}, colleague: { role: 'agent' } });
});

const picture = (width: number, height: number, background = 'red') =>
  sharp({ create: { width, height, channels: 3, background } });
const answer = (person: Client, files: Record<string, TestFile>) =>
  send(server.app, person.headers, updateWebpage, { params: { id: person.userId }, body: {}, files });
const store = (person: Client, name: UploadName, content: Buffer, file = 'me.jpg') =>
  person.call(updateWebpage, { params: { id: person.userId }, body: {}, files: { [name]: { name: file, content } } });
const read = async (person: Client, id: number, name: UploadName = 'personal_photo') => {
  const sent = await send(server.app, person.headers, downloadUserFile, { params: { id, name }, query: {} });
  return { status: sent.statusCode, headers: sent.headers, content: sent.rawPayload };
};
const files = (companyId: number) =>
  server.operator.db
    .selectFrom('files')
    .select(['kind', 'type', 'state'])
    .where('company_id', '=', companyId)
    .where('state', '<>', 'dropped')
    .orderBy('id')
    .execute();

/** A PNG of so many pixels in a few bytes: its rows are never written. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const rows = deflateSync(Buffer.alloc(50_000_000));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a photo', () => {
  test('is shrunk, turned upright and freed of its metadata, and the whole company sees it', async () => {
    const { agent, admin, colleague } = company.people;
    const place = { GPS: { GPSLatitude: '25/1 46/1 0/1' }, IFD0: { Artist: 'Hidden Name' } };
    const lying = await picture(900, 600)
      .withExif({ IFD0: place.IFD0, IFD3: place.GPS })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(lying.toString('latin1')).toContain('Hidden Name');
    const { profile } = await store(agent, 'personal_photo', lying);
    expect(profile.personal_photo).toMatch(new RegExp(`^/v1/users/${agent.userId}/files/personal_photo\\?v=\\d+$`));
    expect((await agent.call(getMe, {})).profile.personal_photo).toBe(profile.personal_photo);
    for (const person of [agent, admin, colleague]) {
      const { status, headers, content } = await read(person, agent.userId);
      expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([200, 'image/webp', 'nosniff']);
      expect(headers['content-security-policy']).toContain('sandbox');
      const { width, height, format, exif, orientation } = await sharp(content).metadata();
      expect({ width, height, format, exif, orientation }).toEqual({ width: 320, height: 320, format: 'webp' });
      expect(content.toString('latin1')).not.toContain('Hidden Name');
    }
    const { data } = await admin.call(listUsers, { query: {} });
    expect(data.map(({ photo }) => photo).filter(Boolean)).toEqual([profile.personal_photo]);
  });

  test('is kept by browsers under the address of its version, and stands in lists of people', async () => {
    const { agent, admin } = company.people;
    const at = async (v?: string) => {
      const sent = await send(server.app, admin.headers, downloadUserFile, {
        params: { id: agent.userId, name: 'personal_photo' },
        query: { ...(v && { v }) },
      });
      return [sent.statusCode, sent.headers['cache-control']];
    };
    const { profile } = await store(agent, 'personal_photo', await picture(40, 40).png().toBuffer());
    const version = profile.personal_photo?.split('v=')[1];
    expect(await at(version)).toEqual([200, 'private, max-age=604800, immutable']);
    for (const other of ['1', undefined]) expect(await at(other)).toEqual([200, 'no-store']);
    const { data } = await admin.call(listAssignees, { query: {} });
    expect(data.find(({ id }) => id === agent.userId)?.photo).toBe(profile.personal_photo);
    expect(data.find(({ id }) => id === admin.userId)?.photo).toBeNull();
  });

  test.each(['png', 'webp', 'gif', 'jpeg'] as const)('may be a %s, whatever its name says', async (format) => {
    const { colleague } = company.people;
    await store(colleague, 'personal_photo', await picture(40, 30).toFormat(format).toBuffer(), 'page.html');
    const { content } = await read(colleague, colleague.userId);
    expect(await sharp(content).metadata()).toMatchObject({ format: 'webp', width: 320, height: 320 });
  });

  test('replaces the former one, and goes where it is removed: nothing stays stored', async () => {
    const { companyId, people } = await aCompany(server, { agent: {} });
    const { agent } = people;
    const first = (await store(agent, 'personal_photo', await picture(50, 50).png().toBuffer())).profile.personal_photo;
    const second = (await store(agent, 'personal_photo', await picture(50, 50, 'blue').png().toBuffer())).profile.personal_photo;
    expect(second).not.toBe(first);
    const { dominant } = await sharp((await read(agent, agent.userId)).content).stats();
    expect(dominant.b).toBeGreaterThan(dominant.r);
    expect(await files(companyId)).toEqual([{ kind: 'user personal_photo', type: 'image/webp', state: 'kept' }]);
    const me = await agent.call(updateWebpage, { params: { id: agent.userId }, body: { personal_photo: null } });
    expect(me.profile.personal_photo).toBeNull();
    expect((await read(agent, agent.userId)).status).toBe(404);
    expect(await files(companyId)).toEqual([]);
  });

  test('of another company’s user, or of nobody, is not found', async () => {
    const { people } = await aCompany(server, { admin: {} });
    expect((await read(people.admin, company.people.agent.userId)).status).toBe(404);
    expect((await read(people.admin, people.admin.userId)).status).toBe(404);
  });
});

describe('what is no picture', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="file:///etc/passwd"/></svg>';
  const refused: [string, () => Promise<Buffer> | Buffer, RegExp][] = [
    ['an SVG', () => Buffer.from(svg), /Choose a JPEG/],
    ['an SVG behind a declaration', () => Buffer.from(`<?xml version="1.0"?>${svg}`), /Choose a JPEG/],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), /Choose a JPEG/],
    [
      'a page behind the first bytes of a JPEG',
      () => Buffer.from('\xff\xd8\xff\xe0<html><script>alert(1)</script>', 'latin1'),
      /cannot be read/,
    ],
    ['a TIFF', () => picture(20, 20).tiff().toBuffer(), /Choose a JPEG/],
    ['a PDF', () => Buffer.from('%PDF-1.7\n'), /Choose a JPEG/],
    ['an empty file', () => Buffer.alloc(0), /Choose a JPEG/],
    ['half a picture', async () => (await picture(400, 400).png().toBuffer()).subarray(0, 500), /cannot be read/],
    ['a picture of 50,000 × 50,000 pixels', () => bomb(50_000, 50_000), /50,000 × 50,000 pixels/],
    ['a narrow picture of too many pixels', () => bomb(2_000_000, 30), /2,000,000 × 30 pixels/],
  ];

  test.each(refused)('%s is a 422 with its reason, whatever its name says', async (_, content, reason) => {
    const { companyId, people } = await aCompany(server, { agent: {} });
    const bytes = await content();
    const before = process.memoryUsage().rss;
    for (const name of ['me.jpg', 'me.svg'])
      for (const field of ['personal_photo', 'logo']) {
        const { statusCode, json } = await answer(people.agent, { [field]: { name, content: bytes } });
        expect([statusCode, json().errors[field][0]]).toEqual([422, expect.stringMatching(reason)]);
      }
    expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
    expect((await people.agent.call(getMe, {})).profile.personal_photo).toBeNull();
    expect(await files(companyId)).toEqual([]);
  });

  test('any first bytes with noise behind them are refused, and the server stays', async () => {
    const { companyId, people } = await aCompany(server, { agent: {} });
    const starts = ['89504e470d0a1a0a', 'ffd8ffe0', '474946383961', '52494646ffffffff57454250'];
    for (const start of starts) {
      const noise = Buffer.concat([Buffer.from(start, 'hex'), crypto.getRandomValues(Buffer.alloc(20_000))]);
      expect((await answer(people.agent, { personal_photo: { name: 'me.png', content: noise } })).statusCode).toBe(422);
    }
    expect(await files(companyId)).toEqual([]);
  });

  test('a file under another name, or two under one, are refused whole', async () => {
    const { companyId, people } = await aCompany(server, { agent: {} });
    const content = await picture(20, 20).png().toBuffer();
    const odd = await answer(people.agent, { personal_photo: { name: 'a.png', content }, photo: { name: 'b.png', content } });
    expect([odd.statusCode, odd.json().errors]).toEqual([422, { photo: ['Send personal_photo, logo or flyer'] }]);
    expect(await files(companyId)).toEqual([]);
  });

  test('a file above 10 MB is too large', async () => {
    const { people } = await aCompany(server, { agent: {} });
    const { statusCode } = await answer(people.agent, { personal_photo: { name: 'a.png', content: Buffer.alloc(11_000_000) } });
    expect(statusCode).toBe(413);
  });
});

describe('the web page', () => {
  test('takes a PDF as its flyer as it is, a picture made small, and a logo beside it', async () => {
    const { companyId, people } = await aCompany(server, { agent: {} });
    const { agent } = people;
    const pdf = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\n');
    const { webpage } = await store(agent, 'flyer', pdf, 'Offer.pdf');
    expect(webpage.flyer).toMatchObject({ name: 'Offer.pdf', type: 'application/pdf', size: pdf.length });
    const sent = await read(agent, agent.userId, 'flyer');
    expect([sent.content, sent.headers['content-disposition']]).toEqual([pdf, expect.stringMatching(/^attachment/)]);
    await store(agent, 'flyer', await picture(3000, 1000).jpeg().toBuffer(), 'Offer.jpeg');
    await store(agent, 'logo', await picture(900, 100).png().toBuffer(), 'Logo.png');
    expect((await agent.call(getMe, {})).webpage).toMatchObject({
      flyer: { name: 'Offer.webp', type: 'image/webp' },
      logo: { name: 'Logo.webp' },
    });
    expect(await sharp((await read(agent, agent.userId, 'flyer')).content).metadata()).toMatchObject({
      width: 1600,
      height: 533,
    });
    expect((await files(companyId)).map(({ kind }) => kind)).toEqual(['user flyer', 'user logo']);
  });

  test('keeps what a change leaves out, sent as JSON or as a form', async () => {
    const { agent } = company.people;
    const params = { id: agent.userId };
    const json = await server.app.inject({
      method: 'PATCH',
      url: `/v1/users/${agent.userId}/update_webpage`,
      headers: agent.headers,
      payload: { headline: 'Here for you', facebook: 'facebook.com/rosa', yelp: 'http://yelp.com/rosa', active: true },
    });
    expect(json.statusCode).toBe(200);
    const me = await agent.call(updateWebpage, { params, body: { phone: '(305) 555-0101', yelp: '' } });
    expect(me.webpage).toMatchObject({
      active: true,
      headline: 'Here for you',
      phone: '(305) 555-0101',
      facebook: 'https://facebook.com/rosa',
      yelp: '',
      email: '',
    });
    expect(me.profile.personal_photo).not.toBeNull();
    expect((await agent.call(updateWebpage, { params, body: { active: false } })).webpage.active).toBe(false);
  });

  test.each([
    { facebook: 'javascript:alert(1)' },
    { youtube: 'https://' },
    { linkedin: 'data:text/html,x' },
    { email: 'nobody' },
    { headline: 'x'.repeat(121) },
    { personal_photo: 'https://example.com/a.png' },
    { active: 'perhaps' },
  ])('%o is refused', async (body) => {
    const { agent } = company.people;
    const sent = await send(server.app, agent.headers, updateWebpage, { params: { id: agent.userId }, body });
    expect([sent.statusCode, Object.keys(sent.json().errors)]).toEqual([422, Object.keys(body)]);
  });

  test('of another user is not found, and their files stay', async () => {
    const { agent, admin } = company.people;
    const before = await agent.call(getMe, {});
    const content = await picture(20, 20).png().toBuffer();
    const sent = {
      params: { id: agent.userId },
      body: { headline: 'Taken', personal_photo: null },
      files: { logo: { name: 'a.png', content } },
    };
    await expect(admin.call(updateWebpage, sent)).rejects.toMatchObject({ code: 'not_found' });
    expect(await agent.call(getMe, {})).toEqual(before);
  });
});
