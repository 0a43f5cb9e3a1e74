// The least that could tell everybody: a `ws` server that sends what it is handed to every socket.
// No session, no subscription, no database.
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

const server = createServer();
const sockets = new WebSocketServer({ server });
process.on('message', (text: string) => {
  for (const socket of sockets.clients) socket.send(text);
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }));
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
