// The options beside the rows; where the window is narrow above them, folded up: what they say stays in sight, and so do the rows.
import { UnstyledButton } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useId } from 'react';
import type { ImportForm } from '#contract/imports.ts';
import { counted } from '../imports.labels.ts';
import classes from './ImportCheck.module.css';
import { ImportOptions } from './ImportOptions.tsx';

export function ImportOptionsPane({ form }: { form: ImportForm }) {
  const narrow = useMediaQuery('(max-width: 75em)', false, { getInitialValueInEffect: false });
  const [opened, { toggle }] = useDisclosure(false);
  const id = useId();
  if (!narrow) return <ImportOptions form={form} />;
  return (
    <div className={classes.folded}>
      <UnstyledButton className={classes.fold} aria-expanded={opened} aria-controls={id} onClick={toggle}>
        <strong>Options</strong>
        <span className={classes.options}>{optionWords(form)}</span>
        <IconChevronDown size="1rem" aria-hidden className={classes.arrow} />
      </UnstyledButton>
      <div id={id}>{opened && <ImportOptions form={form} />}</div>
    </div>
  );
}

const rules: Record<ImportForm['scrub_against']['rule'], string> = {
  skip: 'skip those already there',
  update: 'update those already there',
  create: 'import those already there again',
};

const optionWords = ({ kind, tags, owner, pool, scrub_against: { rule } }: ImportForm) =>
  [
    kind === 'lead' ? 'Leads' : 'Clients',
    pool ? 'for a pool' : owner === null ? 'for you' : 'for somebody else',
    rules[rule],
    tags.length > 0 && counted(tags.length, 'tag'),
  ]
    .filter(Boolean)
    .join(', ');
