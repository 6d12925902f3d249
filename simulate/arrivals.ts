import { hourMs } from '#contract/base/durations.ts';
import { Random } from './random.ts';

/** Orders of a day: this part comes evenly while the store is open, the others around two peaks. */
const evenShare = 0.4;
const peaks = [
  { share: 0.25, hour: 10, deviationHours: 1.2 },
  { share: 0.35, hour: 19, deviationHours: 1.5 },
] as const;
const openHours = 15;

/** Times after midnight (ms) at which shoppers open the shop, in their order. */
export function listArrivals(
  { orders, seed, day }: { orders: number; seed: number; day: number },
  opensAtHour: number,
): number[] {
  const random = new Random(seed, day, 'arrivals');
  const toHour = (): number => {
    const kind = random.next();
    const peak = kind < evenShare ? null : kind < evenShare + peaks[0].share ? peaks[0] : peaks[1];
    const hour =
      peak === null
        ? random.between(opensAtHour, opensAtHour + openHours)
        : peak.hour + random.normal() * peak.deviationHours;
    return hour > opensAtHour && hour < opensAtHour + openHours ? hour : toHour();
  };
  return Array.from({ length: orders }, () => Math.round(toHour() * hourMs)).sort((a, b) => a - b);
}
