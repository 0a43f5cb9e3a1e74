// Pictures of strangers: read by their content, shrunk, and written anew, so that nothing else in the file is kept.
import { createQueue } from '#kernel/queue.ts';

/** Why a picture was refused, as its sender is told. */
export class PictureRefused extends Error {
  override name = 'PictureRefused';
}

/** Media types, by content. A picture that can hold scripts or point elsewhere, as SVG, is none of them. */
export const pictureTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/** One at a time in a process: decoding the largest takes some 150 MB. */
const maxPixels = 36_000_000;
const queue = createQueue(1, 20);

interface Box {
  width: number;
  height: number;
  /** `cover`: fills the box, cut to it; `inside`: whole, no larger than it. */
  fit: 'cover' | 'inside';
}

/** The output: a WebP, or for handsets a JPEG of this quality, with white in place of transparency. */
interface Form {
  jpeg?: number;
}

/** Without metadata, upright as the camera held it; of an animation the first frame. Throws PictureRefused. */
export async function shrinkPicture(content: Buffer, box: Box, form: Form = {}): Promise<Buffer> {
  const shrunk = queue.run(() => shrink(content, box, form));
  if (!shrunk) throw new PictureRefused('Too many pictures arrive at once. Try again in a minute.');
  return shrunk;
}

async function shrink(content: Buffer, box: Box, { jpeg }: Form): Promise<Buffer> {
  const sharp = await loadSharp();
  const picture = sharp(content, { limitInputPixels: maxPixels, failOn: 'error', pages: 1, sequentialRead: true });
  try {
    const { width, height } = await sharp(content, { limitInputPixels: false, pages: 1 }).metadata();
    if (width * height > maxPixels) throw new PictureRefused(tooLarge(width, height));
    const resized = picture
      .timeout({ seconds: 20 })
      .autoOrient()
      .resize({ ...box, withoutEnlargement: box.fit === 'inside' });
    const written =
      jpeg === undefined ? resized.webp({ quality: 82 }) : resized.flatten({ background: '#fff' }).jpeg({ quality: jpeg });
    return await written.toBuffer();
  } catch (error) {
    if (error instanceof PictureRefused) throw error;
    throw new PictureRefused('This picture cannot be read. It may be damaged.');
  }
}

const tooLarge = (width: number, height: number) =>
  `This picture is ${width.toLocaleString('en-US')} × ${height.toLocaleString('en-US')} pixels. Choose one of up to 36 million pixels, such as 6,000 × 6,000.`;

/** Loaded at the first picture. Only these four readers are open: libvips has others, some of which read more than pictures. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}Buffer`) });
  return sharp;
}
