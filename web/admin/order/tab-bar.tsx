import { useEffect, useRef } from 'react';
import type { BoardOrder } from '#contract/order-board.ts';
import { ordersOf, type Tab, tabs } from './board-tabs.ts';

interface BoardTabsProps {
  current: Tab;
  /** All open orders, once they are known. */
  open: readonly BoardOrder[] | undefined;
  onChoose: (tab: Tab) => void;
}

/** The parts of the board; those of the daily work with how many orders they have. */
export function BoardTabs({ current, open, onChoose }: BoardTabsProps) {
  const bar = useRef<HTMLElement>(null);
  // On a narrow screen the bar is longer than what is seen of it; again once the counts have made it longer still.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is current is read from the page
  useEffect(() => showCurrent(bar.current), [current.name, open === undefined]);
  return (
    <nav ref={bar} aria-label="Orders by state" className="board-tabs">
      {tabs.map((tab) => (
        <button
          key={tab.name}
          type="button"
          aria-current={tab.name === current.name}
          onClick={() => onChoose(tab)}
        >
          {tab.label}
          {tab.open !== null && (
            <span className="count">{open === undefined ? '–' : ordersOf(tab, open).length}</span>
          )}
        </button>
      ))}
    </nav>
  );
}

/** Moves the bar alone, so that the page stays where somebody has scrolled it to. */
function showCurrent(bar: HTMLElement | null): void {
  const tab = bar?.querySelector('[aria-current="true"]');
  if (bar === null || !tab) return;
  const [seen, wanted] = [bar.getBoundingClientRect(), tab.getBoundingClientRect()];
  bar.scrollLeft += wanted.left + wanted.width / 2 - (seen.left + seen.width / 2);
}
