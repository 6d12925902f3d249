import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

interface LingerLimits {
  maximumBytes: number;
  timeoutMs: number;
}

// More than any file that is accepted, so that a client that sends a too large one reads why it is rejected.
const defaults: LingerLimits = { maximumBytes: 128 * 1024 * 1024, timeoutMs: 30_000 };

/**
 * Reads and drops the rest of a body that is answered before it has arrived, and closes the connection afterwards. A client or
 * proxy that still sends when the connection is closed gets a reset instead of the answer: nginx turns that into 502.
 */
export function registerLingeringClose(app: FastifyInstance, limits: LingerLimits = defaults): void {
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (hasUnreadBody(request.raw)) readRest(request.raw, limits);
    done(null, payload);
  });
}

function hasUnreadBody({ headers, complete, destroyed, socket }: IncomingMessage): boolean {
  if (complete || destroyed || !hasBody(headers)) return false;
  // A request that the server injects into itself, such as a sandbox payment event, has no connection.
  return socket instanceof Socket;
}

export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}

function readRest(request: IncomingMessage, { maximumBytes, timeoutMs }: LingerLimits): void {
  const { socket } = request;
  let rest = maximumBytes;
  const limit = setTimeout(() => socket.destroy(), timeoutMs);
  request.on('data', (chunk: Buffer) => {
    rest -= chunk.length;
    if (rest < 0) socket.destroy();
  });
  request.once('close', () => {
    clearTimeout(limit);
    Reflect.deleteProperty(socket, 'destroySoon');
  });
  request.resume();
  // Node calls this after a response with `Connection: close`, and would drop what has arrived and not been read.
  socket.destroySoon = () => {
    socket.end();
    if (request.complete) socket.destroy();
    else request.once('close', () => socket.destroy());
  };
}
