import sql, { raw } from 'sql-template-tag';
import { expect, test } from 'vitest';
import { testContext } from '#tests/fixtures/context.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { runImportJob } from '#tests/fixtures/product-import.ts';

test('applies an import that was checked, or half applied, by an earlier version', async () => {
  const old = await createTestDatabase();
  await old.db.query(
    raw(`
    insert into account (id, name, email, password_hash, role) values ('a', 'Asha', 'asha@example.com', '-', 'ADMIN');
    insert into category (id, name) values ('c', 'Dairy');
    with added as (
      insert into product (id, name, unit, price_paise, updated_at)
        values ('p', 'Milk', '1 l', 5000, '2026-11-20T10:00:00Z') returning id)
    insert into product_stock (product_id, stock) select id, 7 from added;
    insert into product_import (id, file_name, account_id, applied_by, status, report, attempts, done, created_at, updated_at)
      values ('i', 'products.csv', 'a', 'a', 'APPLYING', '{"toCreate": 1, "toUpdate": 1, "badRows": 0, "problems": []}',
        1, 1, now(), now());
    insert into product_import_part (import_id, position, action, product_ids, rows) values
      ('i', 0, 'update', '{p}', '[{"line": 2, "id": "p", "name": "Milk", "updatedAt": "2026-11-20T10:00:00.000Z", "fields":
        {"name": null, "description": null, "unit": null, "price_paise": 6000, "discount_basis_points": null, "stock": 3,
        "images": null, "more_details": null, "category_ids": ["c"], "sub_category_ids": null}}]'),
      ('i', 1, 'create', '{}', '[{"line": 3, "id": "q", "name": "Curd", "updatedAt": null, "fields":
        {"name": "Curd", "description": "Fresh.", "unit": "1 kg", "price_paise": 4000, "discount_basis_points": 0, "stock": 9,
        "images": [], "more_details": {"Brand": "Amul"}, "category_ids": ["c"], "sub_category_ids": []}}]');`),
  );
  await runImportJob(testContext(old.db), 'i');
  const products = await old.db.query(sql`
    select p.name, stock, price_paise, category_id, category_text::text, product_text::text
    from product p join product_stock on product_id = id join product_category using (product_id)
      join product_search using (product_id) order by id`);
  const category_text = `'dairi':1C 'dairy':2C`;
  expect(products).toMatchObject([
    { name: 'Milk', stock: 10, price_paise: 6000, category_id: 'c', category_text },
    { name: 'Curd', stock: 9, price_paise: 4000, category_id: 'c', category_text },
  ]);
  expect(products[1]?.product_text).toContain(`'amul'`);
  await old.drop();
});
