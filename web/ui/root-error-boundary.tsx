import { Component, type ReactNode } from 'react';
import { languageTag, t } from '#web/texts/t.ts';

interface RootErrorBoundaryProps {
  location: unknown;
  children: ReactNode;
}

interface RootErrorBoundaryState {
  hasFailed: boolean;
  location: unknown;
}

/**
 * The document when the error page of the shop has failed too, until the next navigation. Replaces the component of React
 * Router (see `vite.config.ts`), which shows the stack of the error.
 */
export class RootErrorBoundary extends Component<RootErrorBoundaryProps, RootErrorBoundaryState> {
  override state: RootErrorBoundaryState = { hasFailed: false, location: this.props.location };

  static getDerivedStateFromError(): Partial<RootErrorBoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps(
    { location }: RootErrorBoundaryProps,
    state: RootErrorBoundaryState,
  ): RootErrorBoundaryState | null {
    return location === state.location ? null : { hasFailed: false, location };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <html lang={languageTag}>
        <body>
          <h1>{t('shell.unexpectedError')}</h1>
          <button type="button" onClick={() => window.location.reload()}>
            {t('shell.tryAgain')}
          </button>
        </body>
      </html>
    );
  }
}
