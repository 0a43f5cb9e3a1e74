// A contact's page: the summary stays in sight, the rest is in tabs beside it.
import { Skeleton, Stack, Tabs, VisuallyHidden } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Suspense, startTransition, useEffect, useState } from 'react';
import { ApiError } from '#app/api.ts';
import { useHasDraft } from '#app/drafts.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { productName, useMe } from '#app/session.ts';
import { useShortcuts } from '#app/shortcuts.ts';
import type { Contact } from '#contract/contacts.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ahead, later } from '#ui/later.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { useCustomFields } from '#web/areas/crm/reference/reference.api.ts';
import { draftName } from '../form/contacts.draftNames.ts';
import { customSection, sections } from '../form/contacts.fields.ts';
import type { Editing } from './ContactDetails.tsx';
import classes from './ContactPage.module.css';
import { ContactPageNeighbours } from './ContactPageNeighbours.tsx';
import { ContactSummary } from './ContactSummary.tsx';
import { ContactTimeline } from './ContactTimeline.tsx';
import { contactQuery } from './contactPage.api.ts';
import { type ContactTab, contactTabs } from './contactPage.tabs.ts';
import { composerName, startLog } from './contacts.composed.ts';

const ContactDeleted = later(() => import('./ContactDeleted.tsx').then((module) => module.ContactDeleted));
const ContactDetails = later(() => import('./ContactDetails.tsx').then((module) => module.ContactDetails));
const ContactEvents = later(() => import('#web/areas/desk/calendar/ContactEvents.tsx').then((module) => module.ContactEvents));
const ContactMails = later(() => import('#web/areas/messaging/sends/ContactMails.tsx').then((module) => module.ContactMails));
const ContactPolicies = later(() =>
  import('#web/areas/crm/policies/ContactPolicies.tsx').then((module) => module.ContactPolicies),
);
const ContactFiles = later(() => import('#web/areas/crm/files/ContactFiles.tsx').then((module) => module.ContactFiles));
const ContactRecordings = later(() =>
  import('#web/areas/crm/files/ContactRecordings.tsx').then((module) => module.ContactRecordings),
);
const ContactPrescriptions = later(() =>
  import('#web/areas/crm/prescriptions/ContactPrescriptions.tsx').then((module) => module.ContactPrescriptions),
);
const ContactForms = later(() => import('#web/areas/crm/dataCapture/ContactForms.tsx').then((module) => module.ContactForms));
const ContactMessages = later(() =>
  import('#web/areas/messaging/conversations/ContactMessages.tsx').then((module) => module.ContactMessages),
);
const ContactNotes = later(() => import('./ContactNotes.tsx').then((module) => module.ContactNotes));

const ContactPageMenu = later(() => import('./ContactPageMenu.tsx').then((module) => module.ContactPageMenu));
const ContactTransfers = later(() => import('./ContactTransfers.tsx').then((module) => module.ContactTransfers));

export function ContactPage() {
  const id = Number(useParams({ from: '/shell/contacts/$id' }).id);
  const contact = useQuery(contactQuery(id));
  const navigate = useNavigate({ from: '/contacts/$id' });
  const survivor = contact.data && contact.data.id !== id ? contact.data.id : undefined;
  // Merged into another contact since: that one opens.
  useEffect(() => {
    if (survivor) void navigate({ params: { id: String(survivor) }, replace: true });
  }, [survivor, navigate]);
  // Deleted or out of reach by now: does not show what is still in the cache.
  const status = contact.error instanceof ApiError ? contact.error.problem.status : 0;
  return (
    <div className={classes.page}>
      {status === 404 || status === 422 ? (
        <div className={classes.alone}>
          <EmptyState
            icon={IconUserOff}
            heading="h1"
            title="This contact does not exist"
            text="It may have been deleted, or it belongs to someone whose contacts you cannot see."
          >
            <Link to="/contacts">Go to your contacts</Link>
          </EmptyState>
        </div>
      ) : contact.data ? (
        <Loaded key={id} contact={contact.data} />
      ) : contact.error ? (
        <FailedQuery query={contact} />
      ) : (
        <ContactPageSkeleton />
      )}
    </div>
  );
}

function Loaded({ contact }: { contact: Contact }) {
  const [tab, setTab] = useTab();
  const me = useMe();
  const editing = useEditing(() => setTab('details'));
  const isUnsaved = useHasDraft(
    [...sections, customSection(useCustomFields())].flatMap(({ fields }) => fields.map((field) => draftName(contact.id, field))),
  );
  useEffect(() => {
    document.title = `${contact.name || 'Contact'} · ${productName()}`;
  }, [contact.name]);
  const compose = () => {
    if (tab === 'details') setTab('timeline');
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[name="${composerName}"], [data-name="${composerName}"]`)?.focus(),
    );
  };
  useShortcuts(
    contact.can.update
      ? [
          { keys: 'e', label: 'Edit the contact', group: 'Contact', run: () => editing.start('name') },
          { keys: 'n', label: 'Write a note', group: 'Contact', run: compose },
          {
            keys: 'l',
            label: 'Log a call',
            group: 'Contact',
            run: () => {
              startLog(contact.id, 'call');
              compose();
            },
          },
        ]
      : [],
  );

  return (
    <>
      <aside className={classes.summary} aria-label="Summary">
        <ContactPageNeighbours id={contact.id}>
          <Suspense>
            <ContactPageMenu contact={contact} />
          </Suspense>
        </ContactPageNeighbours>
        <Suspense>{contact.deleted_at && <ContactDeleted id={contact.id} deletedAt={contact.deleted_at} />}</Suspense>
        <ContactSummary contact={contact} />
      </aside>
      <Tabs className={classes.tabs} value={tab} onChange={(next) => setTab(next as ContactTab)} keepMounted={false}>
        <Tabs.List className={classes.list} aria-label="About the contact">
          <Tabs.Tab value="timeline">Timeline</Tabs.Tab>
          <Tabs.Tab value="details">
            Details
            {isUnsaved && <span className={classes.unsaved}> · not saved</span>}
          </Tabs.Tab>
          {me.can['messages.send'] && (
            <Tabs.Tab value="messages" {...ahead(ContactMessages)}>
              Messages
            </Tabs.Tab>
          )}
          {me.can['calendar.read'] && (
            <Tabs.Tab value="events" {...ahead(ContactEvents)}>
              Events
            </Tabs.Tab>
          )}
          {me.can['messages.send'] && (
            <Tabs.Tab value="mails" {...ahead(ContactMails)}>
              E-mails
            </Tabs.Tab>
          )}
          {me.can['policies.read'] && (
            <Tabs.Tab value="policies" {...ahead(ContactPolicies)}>
              Policies
            </Tabs.Tab>
          )}
          {me.can['files.read'] && (
            <Tabs.Tab value="files" {...ahead(ContactFiles)}>
              Files
            </Tabs.Tab>
          )}
          {me.can['files.read'] && (
            <Tabs.Tab value="recordings" {...ahead(ContactRecordings)}>
              Recordings
            </Tabs.Tab>
          )}
          {me.can['prescriptions.read'] && (
            <Tabs.Tab value="prescriptions" {...ahead(ContactPrescriptions)}>
              Prescriptions
            </Tabs.Tab>
          )}
          <Tabs.Tab value="forms" {...ahead(ContactForms)}>
            Forms
          </Tabs.Tab>
          <Tabs.Tab value="notes" {...ahead(ContactNotes)}>
            Notes
          </Tabs.Tab>
          <Tabs.Tab value="transfers" {...ahead(ContactTransfers)}>
            Transfers
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="timeline" className={classes.panel} tabIndex={0}>
          <ContactTimeline contact={contact} />
        </Tabs.Panel>
        {/* Stays, with what is being edited in it. */}
        <Tabs.Panel value="details" className={classes.panel} tabIndex={0} keepMounted>
          <Suspense fallback={<SkeletonLines lines={6} height={16} />}>
            <ContactDetails contact={contact} editing={editing} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="messages" className={classes.panel} tabIndex={0}>
          <Suspense fallback={<SkeletonLines lines={6} height={16} />}>
            <ContactMessages contact={contact} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="events" className={classes.panel} tabIndex={0}>
          <Suspense fallback={<SkeletonLines lines={6} height={16} />}>
            <ContactEvents contact={contact} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="mails" className={classes.panel} tabIndex={0}>
          <Suspense fallback={<SkeletonLines lines={6} height={16} />}>
            <ContactMails id={contact.id} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="policies" className={classes.panel} tabIndex={0}>
          <Suspense fallback={<SkeletonLines lines={6} height={16} />}>
            <ContactPolicies contact={contact} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="files" className={classes.panel} tabIndex={0}>
          <Suspense fallback={<SkeletonLines lines={6} height={16} />}>
            <ContactFiles contact={contact} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="recordings" className={classes.panel} tabIndex={0}>
          <Suspense fallback={<SkeletonLines lines={6} height={16} />}>
            <ContactRecordings id={contact.id} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="prescriptions" className={classes.panel} tabIndex={0}>
          <Suspense fallback={<SkeletonLines lines={6} height={16} />}>
            <ContactPrescriptions contact={contact} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="forms" className={classes.panel} tabIndex={0}>
          <Suspense fallback={<SkeletonLines lines={6} height={16} />}>
            <ContactForms contact={contact} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="notes" className={classes.panel} tabIndex={0}>
          <Suspense fallback={<SkeletonLines lines={6} height={16} />}>
            <ContactNotes contact={contact} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="transfers" className={classes.panel} tabIndex={0}>
          <Suspense fallback={<SkeletonLines lines={6} height={16} />}>
            <ContactTransfers id={contact.id} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function useTab(): [ContactTab, (tab: ContactTab) => void] {
  const { tab } = useSearch({ from: '/shell/contacts/$id' });
  const navigate = useNavigate({ from: '/contacts/$id' });
  return [
    contactTabs.find((each) => each === tab) ?? 'timeline',
    (next) => void navigate({ search: { tab: next }, replace: true }),
  ];
}

function useEditing(onStart: () => void): Editing {
  const [open, setOpen] = useState<readonly string[]>([]);
  const [focus, setFocus] = useState<string>();
  const [closed, setClosed] = useState<string>();
  return {
    open,
    focus,
    closed,
    start(section, path) {
      // Keeps the fields on screen until the form is loaded.
      startTransition(() => {
        setFocus(path);
        setOpen((now) => [...now.filter((each) => each !== section), section]);
      });
      onStart();
    },
    end(section) {
      setClosed(section);
      setOpen((now) => now.filter((each) => each !== section)); // another may have been opened while this one was saved
    },
  };
}

/** The page's shape while the contact comes. */
const ContactPageSkeleton = () => (
  <>
    <div className={classes.summary} role="status">
      <VisuallyHidden component="h1">Loading the contact</VisuallyHidden>
      <Skeleton height={14} width="30%" mt="0.6rem" />
      <Stack gap="xs">
        <Skeleton height={24} width="70%" />
        <Skeleton height={12} width="45%" />
      </Stack>
      <Skeleton height={20} width="35%" />
      <SkeletonLines lines={4} height={14} />
      <Skeleton height={34} width="90%" />
      <SkeletonLines lines={3} height={14} />
    </div>
    <div className={classes.panel} aria-hidden>
      <Skeleton height={16} width="40%" mt="0.8rem" mb="2rem" />
      <Skeleton height={56} mb="2rem" />
      <SkeletonLines lines={7} height={16} />
    </div>
  </>
);
