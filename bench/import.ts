import { setTimeout as wait } from 'node:timers/promises';
import type { ProductImport } from '#contract/product-import/product-import.ts';

const rows = 30_000;
const headings = 'name,description,unit,price,stock,categories,sub_categories';
const codedRows = 50_000;
const pricedRows = 5000;
/**
 * Rows of public catalogues, and how many of them have the name of another row in another size, brand or with another
 * SKU.
 */
const catalogues = [
  { rows: 27_555, repeated: 4055 },
  { rows: 5189, repeated: 831 },
  { rows: 3732, repeated: 2063 },
];

interface Admin {
  email: string;
  password: string;
}

/**
 * Imports products over HTTP and prints the durations: 30,000 of them and their new prices by name, files with the
 * repeated names of public catalogues, and 50,000 with SKU, family and tax and the new prices of 5,000 by SKU.
 */
export async function printImport(shopUrl: string, admin: Admin): Promise<void> {
  const call = await logIn(shopUrl, admin);
  const [category, subCategory] = await firstCategories(shopUrl);
  const rest = (price: number) => `${price},20,"${category}","${subCategory}"`;
  const toFile = (head: string, count: number, line: (number: number) => string) =>
    `${head}\n${Array.from({ length: count }, (_, number) => `${line(number)}\n`).join('')}`;
  const print = async (what: string, file: string, count: number) => {
    const { checkSeconds, applySeconds } = await importFile(call, file, count);
    process.stdout.write(
      `  ${what.padEnd(34)}checked ${checkSeconds.toFixed(1)} s, applied ${applySeconds.toFixed(1)} s\n`,
    );
  };
  process.stdout.write('\nImports of products\n');
  for (const [what, price] of [
    ['new', 100],
    ['new prices', 120],
  ] as const) {
    const line = (number: number) =>
      `Measured product ${number},"Fresh from the farm, number ${number}.",500 g,${rest(price)}`;
    await print(`${rows.toLocaleString('en-IN')} ${what}`, toFile(headings, rows, line), rows);
  }
  for (const [index, { rows: count, repeated }] of catalogues.entries()) {
    // A repeated name is that of an earlier row, with another unit, brand or SKU.
    const line = (number: number) => {
      const isRepeated = number >= count - repeated;
      const original = isRepeated ? (number * 7) % (count - repeated) : number;
      const [unit, brand, sku] = [
        isRepeated && number % 3 === 0 ? `${number} g` : '500 g',
        isRepeated && number % 3 === 1 ? `Brand ${number}` : '',
        isRepeated && number % 3 === 2 ? `C${index}-${number}` : '',
      ];
      return `Catalogue ${index} product ${original},${brand},${sku},"Fresh, number ${number}.",${unit},${rest(100)}`;
    };
    const file = toFile(headings.replace('name,', 'name,brand,sku,'), count, line);
    await print(`${count.toLocaleString('en-IN')} with repeated names`, file, count);
  }
  // Families of two or three sizes.
  const coded = (number: number) => {
    const article = number % 20_000;
    const unit = ['500 g', '1 kg', '5 kg'][Math.floor(number / 20_000)];
    return `M-${number},family ${article},1006,5,0,"Coded product ${article}","Fresh from the farm, number ${number}.",${unit},${rest(100)}`;
  };
  const codedHeadings = `sku,family,hsn,gst_rate,cess_rate,${headings}`;
  await print('50,000 with SKU, family and tax', toFile(codedHeadings, codedRows, coded), codedRows);
  const priced = (number: number) => `M-${number * 9},${120 + (number % 50)}`;
  await print('5,000 prices by SKU', toFile('sku,price', pricedRows, priced), pricedRows);
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

async function firstCategories(shopUrl: string): Promise<[string, string]> {
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  const { data } = await (await fetch(`${shopUrl}/api/subcategory/get`, sent)).json();
  const [{ name, category }] = data;
  return [category[0].name, name];
}
