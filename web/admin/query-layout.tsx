import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Outlet } from 'react-router';
import { onLogOut } from '#web/session/session.ts';

const createQueryClient = () =>
  new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: 1 } } });

/** The query cache of the browser. */
const queryClient = createQueryClient();
onLogOut(() => queryClient.clear());

/** Layout of the admin pages. Those of the storefront have `web/storefront/query.ts`. */
export default function QueryLayout() {
  return (
    <QueryProvider>
      <Outlet />
    </QueryProvider>
  );
}

export function QueryProvider({ children }: { children: ReactNode }) {
  // On the server one cache per request.
  const [client] = useState(() => (typeof window === 'undefined' ? createQueryClient() : queryClient));
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
