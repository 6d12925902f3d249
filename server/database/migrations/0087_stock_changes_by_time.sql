-- The stock at a time is the present one less what changed since, so a list of all products reads the changes since then. Rows are
-- written in the order of their times: a small index that costs hardly anything with each order finds their pages.
create index stock_change_by_time on stock_change using brin (changed_at) with (pages_per_range = 32, autosummarize = on);
