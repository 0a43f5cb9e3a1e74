// A page of tabs; each panel mounts when it is opened.
import type { ReactNode } from 'react';
import { PageHeader } from './PageHeader.tsx';
import classes from './TabbedPage.module.css';
import { Tabs, type TabsProps } from './Tabs.tsx';

interface TabbedPageProps<Tab extends string> extends Omit<TabsProps<Tab>, 'label'> {
  title: string;
  /** Above the tabs. */
  children?: ReactNode;
}

export const TabbedPage = <Tab extends string>({ title, children, ...tabs }: TabbedPageProps<Tab>) => (
  <>
    <PageHeader title={title} />
    <div className={classes.page}>
      {children}
      <Tabs label={title} {...tabs} />
    </div>
  </>
);
