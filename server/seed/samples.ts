// Small invented files of the demo: a letter as a PDF, a card as a picture, a ringing phone as a recording.
import { crc32, deflateSync } from 'node:zlib';

/** One page of text, by the shortest PDF that readers accept. */
export function samplePdf(title: string, lines: readonly string[]): Buffer {
  const text = (line: string) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj`;
  const drawn = `BT /F1 20 Tf 72 720 Td ${text(title)} /F1 12 Tf ${lines.map((line) => `0 -24 Td ${text(line)}`).join(' ')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let pdf = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const start = pdf.length;
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  return Buffer.from(`${pdf}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`, 'latin1');
}

/** A card with a coloured band, as a PNG. */
export function samplePicture(width = 480, height = 300): Buffer {
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + width * 3, y < height / 4 ? 0x3b : 0xf4);
    row[0] = 0; // no filter
    for (let x = 0; y >= height / 4 && x < width; x++) {
      const isLine = y % 36 > 22 && x > 32 && x < width - 80 - (y % 5) * 24;
      if (isLine) row.fill(0x9a, 1 + x * 3, 4 + x * 3);
    }
    return row;
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8); // 8 bits, red green blue
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The ring of a phone in the United States, as a WAV of 8,000 samples a second. */
export function sampleCall(seconds: number): Buffer {
  const rate = 8_000;
  const sound = Buffer.alloc(seconds * rate);
  for (let at = 0; at < sound.length; at++) {
    const time = at / rate;
    const wave = Math.sin(2 * Math.PI * 440 * time) + Math.sin(2 * Math.PI * 480 * time);
    sound[at] = 128 + Math.round(time % 6 < 2 ? wave * 30 : 0);
  }
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + sound.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20); // plain samples
  head.writeUInt16LE(1, 22); // one channel
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(sound.length, 40);
  return Buffer.concat([head, sound]);
}
