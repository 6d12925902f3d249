-- Whether the lines of a tax document add up: the parts of each line to its total, the totals to that of the
-- document.
create or replace function is_tax_document(lines jsonb, total_paise bigint, tax_paise bigint) returns boolean language plpgsql immutable as $$
begin
  return coalesce((
    select sum("totalPaise") = total_paise and sum("cgstPaise" + "sgstPaise" + "igstPaise" + "cessPaise") = tax_paise
      and bool_and("totalPaise" = "goodsPaise" + "chargesPaise")
      and bool_and("totalPaise" = "taxablePaise" + "cgstPaise" + "sgstPaise" + "igstPaise" + "cessPaise")
      and bool_and(least("goodsPaise", "chargesPaise", "taxablePaise", "cgstPaise", "sgstPaise", "igstPaise", "cessPaise") >= 0)
      and bool_and("igstPaise" = 0 or "cgstPaise" + "sgstPaise" = 0)
    from jsonb_to_recordset(lines) as line ("goodsPaise" bigint, "chargesPaise" bigint, "totalPaise" bigint, "taxablePaise" bigint,
      "cgstPaise" bigint, "sgstPaise" bigint, "igstPaise" bigint, "cessPaise" bigint)), false);
end $$;
