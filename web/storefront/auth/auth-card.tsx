import type { ReactNode } from 'react';

/** The frame of the login, registration and password-reset forms. */
export function AuthCard({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-[60vh] w-full max-w-md flex-col justify-center py-8">
      <div className="rounded-xl border border-line bg-surface p-6 shadow-raised sm:p-8">
        <h1 className="text-xl">{title}</h1>
        <p className="mt-1 mb-6 text-ink-soft">{lead}</p>
        {children}
      </div>
    </div>
  );
}

/** An error that belongs to no field; renders nothing if there is none. */
export function FormError({ children }: { children: ReactNode }) {
  if (children === '' || children === undefined) return null;
  return (
    <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-sm font-medium text-danger">
      {children}
    </p>
  );
}
