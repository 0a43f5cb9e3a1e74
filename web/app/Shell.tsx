// The frame around every page of the signed-in user: navigation, notifications of long work, the page itself.
import { ActionIcon } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { Outlet, useRouter } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { Step } from '#contract/steps.ts';
import { later, useEver, useOpened } from '../ui/later.ts';
import type { Overlay } from './area.ts';
import { areas } from './areas.ts';
import { CompanyMark } from './CompanyMark.tsx';
import { ConnectionNotice } from './ConnectionNotice.tsx';
import { connectCable, useUpdate } from './cable.ts';
import { launchPlace } from './dialRequests.ts';
import { HelpButton } from './HelpButton.tsx';
import { Navigation } from './Navigation.tsx';
import { usePlaces } from './navigation.ts';
import { Processes } from './Processes.tsx';
import { help, openHelp, openPalette, usePaletteOpened } from './palette.ts';
import { flag } from './parsers.ts';
import { queryClient } from './queries.ts';
import classes from './Shell.module.css';
import { askWhoIAmNow, meQuery, useMe } from './session.ts';
import { useShortcutKeys, useShortcuts } from './shortcuts.ts';
import { useStored } from './stored.ts';
import { TitleCount } from './TitleCount.tsx';

const CommandPalette = later(() => import('./CommandPalette.tsx').then((module) => module.CommandPalette));
const NavigationDrawer = later(() => import('./NavigationDrawer.tsx').then((module) => module.NavigationDrawer));
const ImpersonationBanner = later(() => import('./ImpersonationBanner.tsx').then((module) => module.ImpersonationBanner));
const QuietBanner = later(() => import('./QuietBanner.tsx').then((module) => module.QuietBanner));
const SignupBanner = later(() => import('./SignupBanner.tsx').then((module) => module.SignupBanner));
const FailedPaymentBanner = later(() =>
  import('#web/areas/money/billing/billing.pages.ts').then((module) => module.FailedPaymentBanner),
);
const ShortcutHelp = later(() => import('./ShortcutHelp.tsx').then((module) => module.ShortcutHelp));

/** `children`: instead of the route's page. */
export function Shell({ children }: { children?: ReactNode }) {
  const me = useMe();
  const [overlays] = useState(() =>
    areas.flatMap((area) => area.overlays).map(({ load, ...rest }) => ({ ...rest, Part: later(load) })),
  );
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const [collapsed, setCollapsed] = useStored('nav', flag, false);
  const [drawer, setDrawer] = useOpened();
  const close = useCallback(() => setDrawer(false), [setDrawer]);
  const hadDrawer = useEver(drawer);
  const hadHelp = useEver(help.use());
  const hadPalette = useEver(usePaletteOpened());
  const { places } = usePlaces();
  const page = useRef<HTMLElement>(null);
  const open = me.missing === null;
  const { id, c_1: callCentre } = me;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user needs another connection
  useEffect(
    () =>
      open
        ? connectCable(
            callCentre,
            areas.map(({ onUpdate }) => onUpdate),
          )
        : undefined,
    [id, callCentre, open],
  );
  useNextStep(me.missing);
  useUpdate('me.changed', () => void askWhoIAmNow());
  useOwnClock(me.timezone);
  useShortcutKeys();
  useHotkeys([['mod+K', () => open && openPalette()]], []);
  useShortcuts([{ keys: '?', label: 'Keyboard shortcuts', group: 'Anywhere', run: openHelp }]);
  useFocusOnArrival(page, close);
  useEffect(() => dropOlderState(me.state_key), [me.state_key]);

  return (
    <div className={classes.frame} data-phone={phone || undefined}>
      <a className={classes.skip} href="#page">
        Skip to the page
      </a>
      {phone ? (
        <>
          <header className={classes.top}>
            <ActionIcon variant="subtle" color="gray" size="lg" onClick={() => setDrawer(true)} aria-label="Open the navigation">
              <IconMenu2 size="1.25rem" />
            </ActionIcon>
            <CompanyMark />
            <span className={classes.company}>{me.company.name}</span>
            <span ref={launchPlace.set} />
            <HelpButton />
          </header>
          {hadDrawer && <NavigationDrawer opened={drawer} onClose={close} />}
        </>
      ) : (
        <Navigation collapsed={collapsed} onToggle={() => setCollapsed(!collapsed)} />
      )}
      <div className={classes.column}>
        {me.impersonator && (
          <Suspense fallback={<div className={classes.acting} />}>
            <ImpersonationBanner impersonator={me.impersonator} />
          </Suspense>
        )}
        <Suspense>{me.quiet && <QuietBanner quiet={me.quiet} />}</Suspense>
        <Suspense>{me.signup?.status === 'returned' && !me.impersonator && <SignupBanner />}</Suspense>
        <Suspense>{me.failed_payments.length > 0 && <FailedPaymentBanner failed={me.failed_payments} />}</Suspense>
        <ConnectionNotice />
        <Processes />
        <main id="page" ref={page} tabIndex={-1} className={classes.page}>
          {me.missing === 'terms' ? null : (children ?? <Outlet />)}
        </main>
      </div>
      {places.map((place) => 'inTitle' in place && place.useBadge && <TitleCount key={place.to} useBadge={place.useBadge} />)}
      {overlays.map((overlay, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <Above key={place} {...overlay} />
      ))}
      <Suspense>{hadHelp && <ShortcutHelp />}</Suspense>
      <Suspense>{hadPalette && <CommandPalette />}</Suspense>
    </div>
  );
}

function Above({ useShown, Part }: Pick<Overlay, 'useShown'> & { Part: ComponentType }) {
  return <Suspense>{useShown() && <Part />}</Suspense>;
}

/** The missing step has changed: routes redirect again, and pages load what they left out. */
function useNextStep(missing: Step | null) {
  const router = useRouter();
  const heeded = useRef(missing);
  useEffect(() => {
    if (heeded.current === missing) return;
    heeded.current = missing;
    void router.invalidate();
  }, [router, missing]);
}

/** Dates and times on screen are the user's own: in another time zone all are loaded again. */
function useOwnClock(timezone: string) {
  const known = useRef(timezone);
  useEffect(() => {
    if (known.current === timezone) return;
    known.current = timezone;
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] });
  }, [timezone]);
}

/** On a new page a screen reader starts at its top, unless the page focuses something itself. */
function useFocusOnArrival(page: React.RefObject<HTMLElement | null>, onArrival: () => void) {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return;
        onArrival();
        if (!page.current?.contains(document.activeElement)) page.current?.focus({ preventScroll: true });
      }),
    [router, page, onArrival],
  );
}

/** Drops the state that an older version of the product stored for this user. */
function dropOlderState(key: string) {
  const owner = key.split('.', 2).join('.');
  for (const name of Object.keys(localStorage))
    if (name.startsWith(`${owner}.`) && !name.startsWith(`${key}:`)) localStorage.removeItem(name);
}
