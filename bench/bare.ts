import Fastify from 'fastify';

// The baseline: a Fastify route that does nothing, in its own process like the shop, measured in the same run.
const stringBytes = Number(process.argv[2] ?? 0);
const text = 'x'.repeat(stringBytes);

const app = Fastify();
app.get('/json', async () => ({ hello: 'world' }));
app.get('/string', async (_request, reply) => reply.header('Content-Type', 'text/html').send(text));
const url = await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`READY ${url}\n`);
