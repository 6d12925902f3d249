import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from '../../database/connect.ts';
import { type EndedSessions, endedSessionMemoryMs } from './ended-sessions.ts';
import { selectSessionsEndedSince } from './session.queries.ts';

const channel = 'session';
const sessionOfPayload = /^([0-9A-Za-z]+)( suspended)?$/;
const retryMs = 1000;

/**
 * Tells of every session that any process ends (the triggers of migration 0005 notify), and of those that ended
 * while nobody listened; the first time before it is done.
 */
export async function followSessions(
  pool: Pool,
  endedSessions: EndedSessions,
  log: FastifyBaseLogger,
): Promise<{ stop(): Promise<void> }> {
  let isStopped = false;
  let retry: NodeJS.Timeout | undefined;

  async function catchUp(): Promise<void> {
    const rows = await selectSessionsEndedSince(pool, new Date(Date.now() - endedSessionMemoryMs));
    for (const { id, is_suspended } of rows) endedSessions.add([id], is_suspended ? 'suspended' : 'ended');
  }

  function keepTrying(): void {
    catchUp().catch((error: unknown) => {
      if (isStopped) return;
      log.warn({ err: error }, 'Which sessions have ended meanwhile is not known yet');
      retry = setTimeout(keepTrying, retryMs);
    });
  }

  let isFirst = true;
  const listening = await pool.listen(
    channel,
    (payload) => {
      const [, id, suspended] = sessionOfPayload.exec(payload) ?? [];
      if (id !== undefined) endedSessions.add([id], suspended === undefined ? 'ended' : 'suspended');
    },
    () => {
      // A lost connection came back: nobody knows what was announced meanwhile.
      if (!isFirst) keepTrying();
      isFirst = false;
    },
  );
  await catchUp();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      await listening.unlisten();
    },
  };
}
