-- The index of payments by time has no statistics, because it is partial. Without them the planner expects 1 of 200
-- payments of all years on a day, and starts parallel workers, which takes longer than to read the day.
create statistics if not exists ledger_entry_time on (coalesce(counts_at, settled_at)) from ledger_entry;
analyze ledger_entry;
