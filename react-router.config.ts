import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';

const { BUILD_LANGUAGE = '' } = process.env;

export default {
  appDirectory: 'web',
  // Of a translation: `launch/build.mjs` adds its files to those of the English build.
  buildDirectory: join('build', BUILD_LANGUAGE),
  ssr: true,
  // The list of routes is small; asking the server for it piece by piece would cost a round trip each.
  routeDiscovery: { mode: 'initial' },
  // One file per route, so that `loadRouteModule` handles every failure.
  splitRouteModules: false,
} satisfies Config;
