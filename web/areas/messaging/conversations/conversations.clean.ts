// Cleans the HTML of a stranger: the browser's own parser reads it into a document that runs and loads nothing, and only what is listed is copied.

const words = (list: string) => new Set(list.split(' '));
const elements = words(
  'a abbr b blockquote br caption center code dd del div dl dt em font h1 h2 h3 h4 h5 h6 hr i ins li ol p pre s small span strike strong sub sup table tbody td tfoot th thead tr tt u ul',
);
/** Their content is no text for people. Any other element that is not listed leaves its content. */
const dropped = words('script style template title head iframe object embed svg math noscript select textarea');
const attributes = words(
  'align bgcolor border cellpadding cellspacing color colspan dir face lang rowspan size start title valign width',
);
const addresses = /^(?:https?:|mailto:|tel:)/i;
/** More is no letter. */
const maxNodes = 20_000;
const maxDepth = 200;

const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html');

/** More are no letter either. */
const maxPictures = 60;

/** Addresses of its pictures, as the HTML names them: `cid:` came with it, others stand elsewhere. Tracking pixels are left out. */
export function picturesIn(html: string): string[] {
  const shown = [...parse(html).images].filter((image) => !['width', 'height'].some((side) => isTiny(image.getAttribute(side))));
  const all = shown.map(srcOf).filter((src) => /^(?:https?|cid):/i.test(src) && src.length <= 2000);
  return [...new Set(all)].slice(0, maxPictures);
}

const srcOf = (image: Element) => image.getAttribute('src')?.trim() ?? '';
const isTiny = (side: string | null) => side !== null && /^[01](?:px)?$/.test(side.trim());

/** A whole document for a frame without scripts. It has the pictures of `shown`, as data, and loads nothing. */
export function cleanMail(html: string, shown: ReadonlyMap<string, string>): string {
  const source = parse(html);
  const clean = document.implementation.createHTMLDocument('');
  let left = maxNodes;
  const copy = (from: Node, to: Element, depth: number) => {
    for (const node of from.childNodes) {
      if (left-- <= 0 || depth > maxDepth) return;
      if (node.nodeType === Node.TEXT_NODE) to.append(node.textContent ?? '');
      if (node.nodeType !== Node.ELEMENT_NODE) continue;
      const name = node.nodeName.toLowerCase();
      if (dropped.has(name)) continue;
      if (name === 'img') {
        to.append(picture(node as Element));
        continue;
      }
      copy(node, elements.has(name) ? to.appendChild(copied(node as Element, name)) : to, depth + 1);
    }
  };
  const copied = (from: Element, name: string) => {
    const element = clean.createElement(name);
    for (const { name: attribute, value } of from.attributes)
      if (attributes.has(attribute)) element.setAttribute(attribute, value);
    const href = from.getAttribute('href')?.trim() ?? '';
    if (name === 'a' && addresses.test(href)) {
      element.setAttribute('href', href);
      element.setAttribute('rel', 'noopener noreferrer');
    }
    return element;
  };
  const picture = (from: Element) => {
    const [data, alt] = [shown.get(srcOf(from)), from.getAttribute('alt') ?? ''];
    if (!data) return alt;
    const image = clean.createElement('img');
    image.src = data;
    image.alt = alt;
    for (const side of ['width', 'height']) {
      const length = from.getAttribute(side) ?? '';
      if (/^\d{1,4}$/.test(length)) image.setAttribute(side, length);
    }
    return image;
  };
  copy(source.body, clean.body, 0);
  return `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<base target="_blank"><style>body{font:15px/1.5 system-ui,sans-serif;margin:12px;background:#fff;color:#1a1b1e;overflow-wrap:anywhere}table,img{max-width:100%}img{height:auto}</style></head>${clean.body.outerHTML}</html>`;
}
