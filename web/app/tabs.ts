// The other tabs of this browser have the same session: what happens to it in one, all follow.

/** `left`: signed out. `entered`: signed in, or acting as somebody else, as the person of that state key. */
type Told = { event: 'left' } | { event: 'entered'; as: string };

const channel = new BroadcastChannel('steward.session');

export const tellTabs = (told: Told) => channel.postMessage(told);

export function onTold(listener: (told: Told) => void) {
  channel.onmessage = ({ data }: MessageEvent<Told>) => listener(data);
}
