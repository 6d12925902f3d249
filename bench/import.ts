import { setTimeout as wait } from 'node:timers/promises';
import type { ProductImport } from '#contract/product-import.ts';

const rows = 30_000;
const headings = 'name,description,unit,price,stock,categories,sub_categories';

interface Admin {
  email: string;
  password: string;
}

/** Imports 30,000 products over HTTP, changes all prices in a second import, and prints the durations. */
export async function printImport(shopUrl: string, admin: Admin): Promise<void> {
  const call = await logIn(shopUrl, admin);
  const [category, subCategory] = await shelfOf(shopUrl);
  const fileOf = (price: number) => {
    const line = (number: number) =>
      `Measured product ${number},"Fresh from the farm, number ${number}.",500 g,${price},20,"${category}","${subCategory}"\n`;
    return `${headings}\n${Array.from({ length: rows }, (_, number) => line(number)).join('')}`;
  };
  process.stdout.write('\nImport of 30,000 products\n');
  for (const [what, price] of [
    ['new', 100],
    ['new prices', 120],
  ] as const) {
    const { checkSeconds, applySeconds } = await importFile(call, fileOf(price), rows);
    process.stdout.write(
      `  ${what.padEnd(26)}checked ${checkSeconds.toFixed(1)} s, applied ${applySeconds.toFixed(1)} s\n`,
    );
  }
}

/** Checks and applies a file of `rows` products. Throws unless all of them are taken. */
export async function importFile(
  call: Awaited<ReturnType<typeof logIn>>,
  file: string,
  rows: number,
): Promise<{ checkSeconds: number; applySeconds: number }> {
  const form = new FormData();
  form.set('file', new File([file], 'products.csv'));
  const startedAt = performance.now();
  const { _id, toCreate, toUpdate, problems } = await call('check-import', form);
  const checkedAt = performance.now();
  if (toCreate + toUpdate !== rows)
    throw new Error(`The file was not taken as it is: ${problems[0]?.message}`);
  await call('apply-import', JSON.stringify({ _id }));
  while ((await call(`import?_id=${_id}`)).status === 'APPLYING') await wait(100);
  const { status, failure } = await call(`import?_id=${_id}`);
  if (status !== 'APPLIED') throw new Error(failure ?? status);
  return {
    checkSeconds: (checkedAt - startedAt) / 1000,
    applySeconds: (performance.now() - checkedAt) / 1000,
  };
}

/** Returns a function that calls the API of products as the admin. */
export async function logIn(shopUrl: string, admin: Admin) {
  const json = { 'content-type': 'application/json' };
  const login = { method: 'POST', headers: json, body: JSON.stringify(admin) };
  const { data } = await (await fetch(`${shopUrl}/api/user/login`, login)).json();
  const authorization = `Bearer ${data.accesstoken}`;
  return async (path: string, body?: FormData | string): Promise<ProductImport> => {
    const headers = { ...(typeof body === 'string' && json), authorization };
    const sent = body === undefined ? { headers } : { method: 'POST', headers, body };
    const answer = await (await fetch(`${shopUrl}/api/product/${path}`, sent)).json();
    if (answer.success !== true) throw new Error(`${path} answered ${answer.message}`);
    return answer.data;
  };
}

async function shelfOf(shopUrl: string): Promise<[string, string]> {
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  const { data } = await (await fetch(`${shopUrl}/api/subcategory/get`, sent)).json();
  const [{ name, category }] = data;
  return [category[0].name, name];
}
