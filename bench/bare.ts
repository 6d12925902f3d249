import Fastify from 'fastify';

// The baseline: a Fastify route that does nothing, in its own process like the shop, measured in the same run.
const app = Fastify();
app.get('/', async () => ({ hello: 'world' }));
const url = await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`READY ${url}\n`);
