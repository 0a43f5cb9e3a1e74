// A picture or a PDF in a drawer. Both come from the download's address, which a browser never shows as a page.
import { Button, CloseButton, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { pdfType } from '#contract/fileRules.ts';
import type { ContactFile } from '#contract/files.ts';
import { Drawer } from '#ui/Drawer.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './FilePreview.module.css';

// Not `later`: its library is large, and most people look at no PDF.
const FilePdf = lazy(() => import('./FilePdf.tsx').then((module) => ({ default: module.FilePdf })));

export function FilePreview({ file, href, onClose }: { file: ContactFile; href: string; onClose: () => void }) {
  return (
    <Drawer opened onClose={onClose} label={file.name} size="60rem" position="right" bodyClass={classes.drawer}>
      <header className={classes.head}>
        <Title order={2} size="h3" className={classes.name ?? ''}>
          {file.name}
        </Title>
        <Button component="a" href={href} variant="default" size="compact-sm" leftSection={<IconDownload size="0.9rem" />}>
          Download
        </Button>
        <CloseButton onClick={onClose} aria-label="Close" />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <section className={classes.content} aria-label="Preview" tabIndex={0}>
        {file.type === pdfType ? (
          <Suspense fallback={<SkeletonLines lines={12} height={16} />}>
            <FilePdf href={href} />
          </Suspense>
        ) : (
          <Picture name={file.name} href={href} />
        )}
      </section>
    </Drawer>
  );
}

function Picture({ name, href }: { name: string; href: string }) {
  const [failed, setFailed] = useState(false);
  if (failed) return <ErrorState text="This picture cannot be shown. Download it to open it." />;
  return <img src={href} alt={name} className={classes.picture} onError={() => setFailed(true)} />;
}
