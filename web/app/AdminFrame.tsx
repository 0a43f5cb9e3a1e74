// The frame of every Admin screen: grouped navigation at the left or, in a narrow window, a menu above.
import { NativeSelect } from '@mantine/core';
import { Link, Outlet, useMatchRoute, useNavigate } from '@tanstack/react-router';
import classes from './AdminFrame.module.css';
import { type AdminPlace, adminGroups } from './area.ts';
import { usePlaces } from './navigation.ts';

export function AdminFrame() {
  const { adminPlaces: places } = usePlaces();
  const navigate = useNavigate();
  const isAt = useMatchRoute();
  const groups = adminGroups
    .map((group) => ({ group, items: places.filter((place) => place.group === group) }))
    .filter(({ items }) => items.length > 0);
  if (places.length === 0) return <Outlet />; // the page says why it is closed

  return (
    <div className={classes.frame}>
      <nav className={classes.places} aria-label="Admin">
        {groups.map(({ group, items }) => (
          <section key={group} aria-label={group}>
            <div className={classes.group} aria-hidden>
              {group}
            </div>
            <ul className={classes.list}>
              {items.map((place) => (
                <li key={place.to}>
                  <Link to={place.to} className={classes.link} activeProps={{ 'data-active': true }}>
                    <span className={classes.label}>{place.label}</span>
                    {place.useBadge && <Badge useBadge={place.useBadge} />}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <div className={classes.choice}>
        <NativeSelect
          aria-label="Admin"
          value={places.find(({ to }) => isAt({ to, fuzzy: true }))?.to ?? ''}
          onChange={(event) => void navigate({ to: event.currentTarget.value })}
          data={groups.map(({ group, items }) => ({
            group,
            items: items.map(({ to, label }) => ({ value: to, label })),
          }))}
        />
      </div>
      <div className={classes.page}>
        <Outlet />
      </div>
    </div>
  );
}

function Badge({ useBadge }: Required<Pick<AdminPlace, 'useBadge'>>) {
  const count = useBadge();
  return count ? <span className={`${classes.badge} figures`}>{count.toLocaleString('en-US')}</span> : null;
}
