// The pages of a PDF, each drawn when it comes into sight, with its text over it for screen readers, search and copying.
// It runs no script of the file and needs no eval (the page's policy allows none).

import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, TextLayer, version } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { useEffect, useRef, useState } from 'react';
import { ErrorState } from '#ui/ErrorState.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './FilePreview.module.css';

GlobalWorkerOptions.workerSrc = workerUrl;

interface Shape {
  width: number;
  height: number;
}

export function FilePdf({ href }: { href: string }) {
  const [pdf, setPdf] = useState<PDFDocumentProxy>();
  const [first, setFirst] = useState<Shape>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    // Decoders in JavaScript: the page's policy allows no WebAssembly.
    const loading = getDocument({ url: href, useWasm: false, wasmUrl: `/assets/pdf-${version}/`, enableXfa: false });
    let left = false;
    loading.onPassword = () => setProblem('This PDF has a password. Download it to open it.');
    loading.promise
      .then(async (document) => {
        const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
        if (left) return;
        setFirst({ width, height });
        setPdf(document);
      })
      .catch(() => left || setProblem('This PDF cannot be shown. Download it to open it.'));
    return () => {
      left = true;
      void loading.destroy();
    };
  }, [href]);
  if (problem) return <ErrorState text={problem} />;
  if (!pdf || !first) return <SkeletonLines lines={12} height={16} />;
  return Array.from({ length: pdf.numPages }, (_, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a page is its place
    <Page key={place} pdf={pdf} number={place + 1} expected={first} />
  ));
}

/** CSS pixels. */
const maxWidth = 900;
/** So that a large page on a sharp screen stays within a canvas's limits. */
const maxScale = 3;

/** `expected`: its shape until it is known. */
function Page({ pdf, number, expected }: { pdf: PDFDocumentProxy; number: number; expected: Shape }) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [shape, setShape] = useState(expected);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!frame.current) return;
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), { rootMargin: '400px' });
    seen.observe(frame.current);
    return () => seen.disconnect();
  }, []);
  useEffect(() => {
    if (!near) return;
    const doing: { cancel: () => void }[] = [];
    let left = false;
    pdf
      .getPage(number)
      .then((page) => {
        const plain = page.getViewport({ scale: 1 });
        setShape({ width: plain.width, height: plain.height });
        const [drawn, container] = [canvas.current, text.current];
        if (left || !drawn || !container || !frame.current) return;
        const fit = frame.current.clientWidth / plain.width;
        const viewport = page.getViewport({ scale: Math.min(maxScale, fit * devicePixelRatio) });
        drawn.width = viewport.width;
        drawn.height = viewport.height;
        const picture = page.render({ canvas: drawn, viewport });
        container.replaceChildren();
        const textContentSource = page.streamTextContent();
        const words = new TextLayer({ textContentSource, container, viewport: page.getViewport({ scale: fit }) });
        doing.push(picture, words);
        void words.render().catch(() => {}); // closed meanwhile, or a page without text
        return picture.promise.then(() => drawn.setAttribute('data-drawn', ''));
      })
      .catch(() => {}); // closed meanwhile, or a page that stays white
    return () => {
      left = true;
      for (const each of doing) each.cancel();
    };
  }, [near, pdf, number]);
  // The text is as large as the picture, which the browser scales.
  useEffect(() => {
    const scaled = new ResizeObserver(() => {
      const { clientWidth = 0 } = frame.current ?? {};
      text.current?.style.setProperty('--total-scale-factor', String(clientWidth / shape.width));
    });
    if (frame.current) scaled.observe(frame.current);
    return () => scaled.disconnect();
  }, [shape.width]);
  return (
    <div ref={frame} className={classes.page} style={{ maxWidth, aspectRatio: `${shape.width} / ${shape.height}` }}>
      <canvas ref={canvas} role="img" aria-label={`Page ${number} of ${pdf.numPages}`} />
      <div ref={text} className={classes.text} />
    </div>
  );
}
