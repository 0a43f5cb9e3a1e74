// A page of tabs; the part behind each is made when it is opened.
import { Tabs } from '@mantine/core';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { PageHeader } from './PageHeader.tsx';
import { SkeletonLines } from './Skeletons.tsx';
import classes from './TabbedPage.module.css';

export function TabbedPage<Tab extends string>({
  title,
  tabs,
  tab,
  onTab,
  instead,
  children,
}: {
  title: string;
  /** In their order. */
  tabs: Record<Tab, { word: string; part: ComponentType }>;
  tab: Tab;
  onTab: (next: Tab) => void;
  /** What stands in the place of the open tab's part, where that is for somebody else. */
  instead?: ReactNode;
  /** Above the tabs. */
  children?: ReactNode;
}) {
  const all = Object.keys(tabs) as Tab[];
  const { part: Part } = tabs[tab];
  return (
    <>
      <PageHeader title={title} />
      <div className={classes.page}>
        {children}
        <Tabs value={tab} onChange={(next) => onTab(next as Tab)}>
          <Tabs.List aria-label={title} className={classes.tabs ?? ''}>
            {all.map((each) => (
              <Tabs.Tab key={each} value={each}>
                {tabs[each].word}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {all.map((each) => (
            <Tabs.Panel key={each} value={each} className={classes.panel ?? ''}>
              {each === tab &&
                (instead ?? (
                  <Suspense fallback={<SkeletonLines lines={5} height={18} />}>
                    <Part />
                  </Suspense>
                ))}
            </Tabs.Panel>
          ))}
        </Tabs>
      </div>
    </>
  );
}
