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
  return (
    <nav aria-label="Orders by state" className="board-tabs">
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
