// A client that knows the shop by its OpenAPI document alone; run by server/app/openapi.test.ts with the address of a
// shop.
import createClient from 'openapi-fetch';
import type { paths } from './paths.d.ts';

const [, , baseUrl = ''] = process.argv;
const client = createClient<paths>({ baseUrl });

const email = 'asha@example.com';
const password = 'monsoon over the ghats';
const fields = { name: 'Asha', email, password, confirmPassword: password };
const registered = await client.POST('/api/user/register', { body: fields });
const again = await client.POST('/api/user/register', { body: fields });
const login = await client.POST('/api/user/login', { body: { email, password } });
const headers = { authorization: `Bearer ${login.data?.data.accesstoken}` };
const found = await client.POST('/api/product/search-product', { body: { search: 'milk' } });
const productId = found.data?.data[0]?._id ?? '';
const added = await client.POST('/api/cart/create', { headers, body: { productId } });
const cart = await client.GET('/api/cart/get', { headers });
const forbidden = await client.GET('/api/dashboard/summary', { headers });
const board = await client.GET('/api/order/board', {
  headers,
  params: { query: { status: 'OPEN', page: 1 } },
});

process.stdout.write(
  JSON.stringify({
    registered: registered.data?.data.email,
    again: again.error?.code,
    added: added.data?.data.quantity,
    cart: cart.data?.data.map(({ productId: { name }, quantity }) => `${quantity} × ${name}`),
    forbidden: forbidden.error?.code,
    board: board.error?.message,
  }),
);
