-- An attempt to deliver an order that failed is a row of its history.
alter table order_history add column undelivered text
  check (undelivered in ('NOBODY_THERE', 'REFUSED', 'WRONG_ADDRESS', 'DAMAGED'));
create index undelivered_by_time on order_history (changed_at) where undelivered is not null;

alter table stock_change drop constraint stock_change_cause_check, add constraint stock_change_cause_check
  check (cause in ('START', 'CREATED', 'ORDER', 'LATE_PAYMENT', 'CANCELLATION', 'UNDELIVERED', 'EDIT', 'IMPORT', 'COUNT',
    'WASTE', 'RECEIPT', 'DELETED', 'OTHER'));

-- The credit note of an order that comes back to the store takes back its pieces and their cost.
alter table invoiced_line drop constraint invoiced_line_check, add constraint invoiced_line_check
  check (case when is_credit
    then quantity <= 0 and goods_paise <= 0 and taxable_paise <= 0 and coalesce(cost_paise, 0) <= 0
    else goods_paise >= 0 and taxable_paise >= 0 end);
