// The banners of long work, above the page.
import { Anchor } from '@mantine/core';
import { ProcessBanner } from '../ui/ProcessBanner.tsx';
import { closeProcess, useProcesses } from './processes.ts';

export function Processes() {
  return (
    <aside aria-label="Work under way">
      {useProcesses().map(({ id, status, text, share, link, onCancel }) => (
        <ProcessBanner
          key={id}
          status={status}
          text={text}
          share={share}
          link={link && <Anchor href={link.href}>{link.text}</Anchor>}
          onCancel={onCancel}
          onClose={() => closeProcess(id)}
        />
      ))}
    </aside>
  );
}
