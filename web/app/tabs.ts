// Other tabs of this browser share the session: all follow what happens in one.

/** `left`: signed out. `entered`: signed in, or acting as another user, as the user of that state key. */
type Told = { event: 'left' } | { event: 'entered'; as: string };

const channel = new BroadcastChannel('steward.session');

export const tellTabs = (told: Told) => channel.postMessage(told);

export function onTold(listener: (told: Told) => void) {
  channel.onmessage = ({ data }: MessageEvent<Told>) => listener(data);
}
