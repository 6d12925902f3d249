import { expect, test } from 'vitest';
import { Schedule } from './schedule.ts';

const start = new Date('2027-03-01T00:00:00Z');
const secondsOf = (schedule: Schedule) => (schedule.now().getTime() - start.getTime()) / 1000;

test('Work runs by the simulated time, one piece at a time', async () => {
  const schedule = new Schedule(start);
  const done: string[] = [];
  const work = (name: string, seconds: number) => async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      await schedule.wait(seconds);
      done.push(`${name} begins at ${secondsOf(schedule)}`);
      // The others wait until this is done.
      await new Promise((resolve) => setImmediate(resolve));
      done.push(`${name} ends at ${secondsOf(schedule)}`);
    }
  };
  schedule.startAt(start, work('slow', 3600));
  schedule.startAt(start, work('fast', 3000));
  await schedule.run();
  expect(done).toEqual(
    ['fast', 'slow', 'fast', 'slow'].flatMap((name, index) => {
      const at = [3000, 3600, 6000, 7200][index];
      return [`${name} begins at ${at}`, `${name} ends at ${at}`];
    }),
  );
});

test('A signal wakes what waits for it at the time it is given', async () => {
  const schedule = new Schedule(start);
  const signal = schedule.createSignal();
  const woken: number[] = [];
  for (const _ of [1, 2])
    schedule.startAt(start, async () => {
      await signal.wait();
      woken.push(secondsOf(schedule));
    });
  schedule.startAt(start, async () => {
    await schedule.wait(60);
    signal.give();
    await schedule.wait(60);
  });
  await schedule.run();
  expect(woken).toEqual([60, 60]);
});

test('The first error ends the run', async () => {
  const schedule = new Schedule(start);
  schedule.startAt(start, async () => {
    await schedule.wait(1);
    throw new Error('out of stock');
  });
  await expect(schedule.run()).rejects.toThrow('out of stock');
});
