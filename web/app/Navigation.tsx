import { ActionIcon, Kbd, Tooltip, UnstyledButton } from '@mantine/core';
import { type Icon, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconSearch } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { CompanyMark } from './CompanyMark.tsx';
import { launchPlace } from './dialRequests.ts';
import { HelpButton } from './HelpButton.tsx';
import classes from './Navigation.module.css';
import { usePlaces } from './navigation.ts';
import { modKey, openPalette } from './palette.ts';
import { useMe } from './session.ts';
import { useShortcuts } from './shortcuts.ts';
import { UserMenu } from './UserMenu.tsx';

interface NavigationProps {
  collapsed?: boolean;
  /** On a phone: the button at the top closes it, and help stands in the header. */
  inDrawer?: boolean;
  onToggle: () => void;
}

export function Navigation({ collapsed = false, inDrawer = false, onToggle }: NavigationProps) {
  const me = useMe();
  const navigate = useNavigate();
  const { places, adminPlaces } = usePlaces();
  useShortcuts(
    [...places, ...adminPlaces].flatMap(({ key, label, to }) =>
      key ? { keys: `g ${key}`, label: `Go to ${label.toLowerCase()}`, group: 'Anywhere', run: () => void navigate({ to }) } : [],
    ),
  );

  return (
    <nav className={classes.nav} data-collapsed={collapsed || undefined} aria-label="Main">
      <div className={classes.head}>
        <CompanyMark />
        {!collapsed && <span className={classes.company}>{me.company.name}</span>}
        <Tooltip label={inDrawer ? 'Close' : collapsed ? 'Wider navigation' : 'Narrower navigation'} position="right">
          <ActionIcon
            className={classes.toggle}
            variant="subtle"
            color="gray"
            onClick={onToggle}
            aria-label={inDrawer ? 'Close the navigation' : collapsed ? 'Expand the navigation' : 'Collapse the navigation'}
          >
            {collapsed ? <IconLayoutSidebarLeftExpand size="1.1rem" /> : <IconLayoutSidebarLeftCollapse size="1.1rem" />}
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={classes.tools}>
        {me.missing === null && <PaletteButton collapsed={collapsed} />}
        {!inDrawer && <HelpButton />}
      </div>
      <ul className={classes.list}>
        {places
          .filter(({ icon }) => icon || !collapsed)
          .map((place) => (
            <NavItem key={place.to} place={place} collapsed={collapsed} />
          ))}
      </ul>
      <div className={classes.tools}>
        <UserMenu collapsed={collapsed} />
        {!inDrawer && <span ref={launchPlace.set} />}
      </div>
    </nav>
  );
}

function PaletteButton({ collapsed }: { collapsed: boolean }) {
  return (
    <UnstyledButton className={classes.search} onClick={openPalette} {...(collapsed && { 'aria-label': 'Search and commands' })}>
      <IconSearch size="1rem" aria-hidden />
      {!collapsed && (
        <>
          <span>Search</span>
          <Kbd size="xs">{modKey} K</Kbd>
        </>
      )}
    </UnstyledButton>
  );
}

interface Item {
  to: string;
  label: string;
  icon?: Icon;
  useBadge?: () => number | undefined;
}

function NavItem({ place: { to, label, icon: Icon, useBadge }, collapsed }: { place: Item; collapsed: boolean }) {
  return (
    <li>
      <Tooltip label={label} position="right" disabled={!collapsed}>
        <Link
          to={to}
          className={classes.link}
          data-part={!Icon || undefined}
          activeProps={{ 'data-active': true }}
          activeOptions={{ exact: to === '/' }}
          {...(collapsed && { 'aria-label': label })}
        >
          {Icon && <Icon size="1.15rem" stroke={1.6} aria-hidden />}
          {!collapsed && <span>{label}</span>}
          {!collapsed && useBadge && <Badge useBadge={useBadge} />}
        </Link>
      </Tooltip>
    </li>
  );
}

function Badge({ useBadge }: Required<Pick<Item, 'useBadge'>>) {
  const count = useBadge();
  return count ? <span className={`${classes.badge} figures`}>{count}</span> : null;
}
