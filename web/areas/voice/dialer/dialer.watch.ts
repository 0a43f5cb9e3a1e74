// From the board of the call centre: the user's phone takes part in a colleague's call.
import { inSettings, phoneOpen } from './dialer.open.ts';
import { hangUp } from './phone.calls.ts';
import { ended, live, trouble, type Watched } from './phone.live.ts';
import { startWatching } from './phone.ts';

/** Another call in which they take part is left first. */
export function watch(watched: Watched): void {
  phoneOpen.set(true);
  inSettings.set(false);
  const now = live.get();
  if (now && !now.watched) trouble.set('Hang up first, then take part in a colleague’s call');
  else {
    if (now) hangUp();
    ended.set(null);
    void startWatching(watched);
  }
}
