import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Outlet } from 'react-router';
import { createQueryClient, queryClient } from './query-client.ts';

/** Layout of the admin pages. Pages of the storefront load TanStack Query with the part that a guest does not see. */
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
