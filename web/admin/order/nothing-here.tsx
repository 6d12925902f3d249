import { PackageCheck } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import type { BoardParameters } from './board-parameters.ts';

interface NothingHereProps {
  parameters: BoardParameters;
  onSearchAll: () => void;
  onShowAll: () => void;
}

/** What stands where no order is. */
export function NothingHere({ parameters: { tab, search }, onSearchAll, onShowAll }: NothingHereProps) {
  if (search !== '') {
    return (
      <EmptyState
        title="No order found"
        action={
          tab.name === 'all' ? (
            <Button onClick={onShowAll}>Show all orders</Button>
          ) : (
            <Button onClick={onSearchAll}>Search all orders</Button>
          )
        }
      >
        Nothing under “{tab.label}” has “{search}” as its number, name or mobile number.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      art={<PackageCheck aria-hidden="true" className="size-16 text-leaf" strokeWidth={1.25} />}
      title={tab.open === null ? 'No order here' : 'All done'}
    >
      {tab.name === 'owed'
        ? 'Every refund went to where it should.'
        : tab.open === null
          ? `There is no order under “${tab.label}” yet.`
          : 'New orders appear here by themselves, with a sound.'}
    </EmptyState>
  );
}
