// Tabs, and the part behind the open one: made when it is opened.
import { Tabs as MantineTabs } from '@mantine/core';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { SkeletonLines } from './Skeletons.tsx';
import classes from './Tabs.module.css';

export interface TabsProps<Tab extends string> {
  /** For screen readers. */
  label: string;
  /** In their order. */
  tabs: Record<Tab, { word: string; part: ComponentType }>;
  tab: Tab;
  onTab: (next: Tab) => void;
  /** Shown instead of the open tab's part, if that part is only for another user. */
  instead?: ReactNode;
}

export function Tabs<Tab extends string>({ label, tabs, tab, onTab, instead }: TabsProps<Tab>) {
  const all = Object.keys(tabs) as Tab[];
  const { part: Part } = tabs[tab];
  return (
    <MantineTabs value={tab} onChange={(next) => onTab(next as Tab)}>
      <MantineTabs.List aria-label={label} className={classes.tabs ?? ''}>
        {all.map((each) => (
          <MantineTabs.Tab key={each} value={each}>
            {tabs[each].word}
          </MantineTabs.Tab>
        ))}
      </MantineTabs.List>
      {all.map((each) => (
        <MantineTabs.Panel key={each} value={each} className={classes.panel ?? ''}>
          {each === tab &&
            (instead ?? (
              <Suspense fallback={<SkeletonLines lines={5} height={18} />}>
                <Part />
              </Suspense>
            ))}
        </MantineTabs.Panel>
      ))}
    </MantineTabs>
  );
}
