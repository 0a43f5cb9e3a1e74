// The content of an overlay. May load late: shows a skeleton, and takes the focus when the content is there.
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { SkeletonLines } from './Skeletons.tsx';

export const OverlayBody = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<SkeletonLines lines={3} height={24} />}>
    <Arrived>{children}</Arrived>
  </Suspense>
);

const controls =
  'input:not([type="hidden"], :disabled), textarea:not(:disabled), select:not(:disabled), button:not(:disabled), a[href]';

function Arrived({ children }: { children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (root.current?.contains(document.activeElement)) return; // a field has taken the focus already
    const first =
      root.current?.querySelector<HTMLElement>('[data-autofocus]') ?? root.current?.querySelector<HTMLElement>(controls);
    first?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={root} style={{ display: 'contents' }}>
      {children}
    </div>
  );
}
