import { SearchCheck } from 'lucide-react';
import type { DashboardSummary } from '#contract/dashboard.ts';
import { Table } from '#web/ui/table.tsx';
import { formatCount } from './figures.ts';
import { HomeSection, NothingHere } from './home-section.tsx';

const columns = [{ title: 'Searched for' }, { title: 'Times', isNumber: true }];

/** What shoppers wanted and did not find. */
export function MissedSearches({ missed }: { missed: DashboardSummary['missedSearches'] }) {
  return (
    <HomeSection
      id="missed"
      title="Searches without results"
      lead="In the last 7 days. Sell it, or say it in the description of what you sell."
    >
      {missed.length === 0 ? (
        <NothingHere Icon={SearchCheck}>Every search has found something.</NothingHere>
      ) : (
        <Table label="Searches without results" columns={columns}>
          {missed.map(({ words, count }) => (
            <tr key={words}>
              <th scope="row" className="font-normal wrap-anywhere">
                {words}
              </th>
              <td className="number">{formatCount(count)}</td>
            </tr>
          ))}
        </Table>
      )}
    </HomeSection>
  );
}
