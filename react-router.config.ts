import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // The list of routes is small; asking the server for it piece by piece would cost a round trip each.
  routeDiscovery: { mode: 'initial' },
  // One file per route, so that `loadRouteModule` handles every failure.
  splitRouteModules: false,
} satisfies Config;
