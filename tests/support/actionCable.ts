// The official Rails client, outside a browser.
import * as actioncable from '@rails/actioncable';
import { WebSocket } from 'ws';

/**
 * `host` with its port; the cookie is what a browser would send. The adapter is shared: a reconnect uses the
 * last one's cookie.
 */
export function aConsumer(host: string, cookie: string): actioncable.Consumer {
  Object.assign(globalThis, {
    self: globalThis,
    document: { visibilityState: 'visible' },
    addEventListener: () => {},
    removeEventListener: () => {},
  });
  class BrowserSocket extends WebSocket {
    constructor(url: string, protocols: string[]) {
      super(url, protocols, { headers: { cookie }, origin: `http://${host}` });
      this.on('error', () => {}); // a browser's socket reports only its close
    }
  }
  actioncable.adapters.WebSocket = BrowserSocket as never;
  return actioncable.createConsumer(`ws://${host}/cable`);
}
